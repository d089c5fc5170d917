// Keys, the keyboard of a screen, the wheel, the clipboard, and what is dropped.

import { keep } from './files.js'
import { isFramed, say } from './sentences.js'

const canvas = document.getElementById('gridwalk')

/** A window at rest looks at nothing: a pointer that stays where it is wakes it. */
export function wake() {
  canvas.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }))
}
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) wake()
})

// What was dropped or chosen.

const handedOver = []

for (const name of ['dragenter', 'dragover']) {
  window.addEventListener(name, (event) => event.preventDefault())
}
window.addEventListener('drop', async (event) => {
  event.preventDefault()
  // The list is empty once this function has waited for anything.
  const files = [...event.dataTransfer.files]
  for (const file of files) handedOver.push(await keep(file.name, file))
  wake()
})

// The clipboard.

let pasted
let copied

document.addEventListener('paste', (event) => {
  if (event.target.id === 'text') return
  pasted = event.clipboardData.getData('text/plain')
  wake()
})

/** Copies by a field, as browsers do that have no clipboard for a plain http address. */
function copyByField(text) {
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
  field.style.cssText = 'position: fixed; opacity: 0'
  const before = document.activeElement
  document.body.append(field)
  field.select()
  let isCopied = false
  try {
    isCopied = document.execCommand('copy')
  } catch {
    // The field below is what is left.
  }
  field.remove()
  before?.focus({ preventScroll: true })
  return isCopied
}

/** Shows the text in a field, from which the user copies it. */
function showText(text) {
  const dialog = document.getElementById('link')
  const field = document.getElementById('text')
  document.getElementById('copy').textContent = say('copy')
  document.getElementById('done').textContent = say('done')
  field.value = text
  dialog.onclose = () => canvas.focus()
  if (!dialog.open) dialog.showModal()
  field.focus()
  field.select()
}

/** Whether the text is on the clipboard; if not, it is shown. */
async function copy(text) {
  try {
    await writeText(text)
    return true
  } catch {
    if (copyByField(text)) return true
    showText(text)
    return false
  }
}

const clipboard = navigator.clipboard
const writeText = async (text) => {
  if (!clipboard) throw new Error('no clipboard')
  await clipboard.writeText(text)
}
// Without it, as over plain http, what the window copies from its fields would be lost without a word.
if (!clipboard) Object.defineProperty(navigator, 'clipboard', { value: { writeText: copy }, configurable: true })

// Keys.

let claimed = new Set()
/** Copying and pasting are events of their own, which come only when their keys stay with the browser. */
const CLIPBOARD = new Set(['Ctrl+KeyC', 'Ctrl+KeyX', 'Ctrl+KeyV'])
let isEnded = () => false

window.addEventListener('keydown', (event) => {
  if (isEnded() || event.altKey || event.metaKey || (event.target !== canvas && event.target !== document.body)) return
  const control = event.ctrlKey ? 'Ctrl+' : ''
  const chord = control + (event.shiftKey ? 'Shift+' : '') + event.code
  const isOurs = claimed.has(chord) || claimed.has(control + event.code)
  if (isOurs && !CLIPBOARD.has(chord)) event.preventDefault()
}, { capture: true })

// A frame in a text. The wheel and a finger scroll the text until the frame has the focus.

window.addEventListener('wheel', (event) => {
  if (isFramed && document.activeElement !== canvas) event.stopImmediatePropagation()
  else if (event.target === canvas) event.preventDefault()
}, { capture: true, passive: false })

// A screen shows its keyboard for fields of the page only, and those of the window are none. So there is one that nobody
// sees: what is typed into it goes on to the canvas, as keys.

const field = document.getElementById('field')
/** What stands in the field, so that there is something to delete. */
const NOTHING = '_'
let known = [NOTHING]
let isTouched = false
let isOnText = false

/** Also ends a word that a keyboard still puts together. */
function emptyField() {
  // The cursor goes to the end of a value that is new.
  field.value = ''
  field.value = NOTHING
  known = [NOTHING]
}

field.addEventListener('focus', emptyField)

function press(key) {
  for (const name of ['keydown', 'keyup']) canvas.dispatchEvent(new KeyboardEvent(name, { key }))
}

// Keyboards with suggestions write a word again and again until it is done: what differs is typed.
for (const name of ['input', 'compositionend']) {
  field.addEventListener(name, ({ isComposing }) => {
    const text = [...field.value]
    const differs = known.findIndex((letter, at) => letter !== text[at])
    const same = differs < 0 ? known.length : differs
    for (const _ of known.slice(same)) press('Backspace')
    for (const letter of text.slice(same)) press(letter)
    known = text
    if (!isComposing) emptyField()
  })
}
field.addEventListener('beforeinput', ({ inputType }) => {
  if (inputType === 'insertLineBreak') press('Enter')
})
// All keys but letters are the window's, as if the canvas had the focus. What it leaves is the browser's.
for (const name of ['keydown', 'keyup']) {
  field.addEventListener(name, (event) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey
    // The number is that of keys of which a keyboard says only later what they write.
    if (event.isComposing || event.keyCode === 229 || (isLetter && name === 'keydown')) return
    const isLeft = canvas.dispatchEvent(new KeyboardEvent(name, event))
    if (!isLeft || /^(Arrow|Home|End|Enter|Backspace|Delete)/.test(event.key)) event.preventDefault()
  })
}
// The clipboard is the window's as well.
for (const name of ['copy', 'cut', 'paste']) field.addEventListener(name, (event) => event.preventDefault())
// The window keeps the focus meanwhile.
for (const name of ['focus', 'blur']) {
  window.addEventListener(name, (event) => {
    if (event.target === canvas && event.relatedTarget === field) event.stopImmediatePropagation()
  }, { capture: true })
}
canvas.addEventListener('pointerdown', ({ pointerType }) => {
  isTouched = pointerType !== 'mouse'
  if (isTouched && document.activeElement === field) emptyField()
  else canvas.focus()
})
canvas.addEventListener('touchend', (event) => {
  // Else a browser goes on as if a mouse had clicked, and the canvas gets the focus. A touch that scrolls is its own.
  if (event.cancelable) event.preventDefault()
  if (!isOnText) return
  // iOS shows the keyboard in answer to a finger only; Android hides it and leaves the field its focus.
  field.blur()
  field.focus({ preventScroll: true })
})

/** Keeps the focus where it is while the program starts, as a frame in a text does not take it. */
export function keepFocus(ended) {
  isEnded = ended
  if (isFramed) canvas.focus = () => {}
}

/** From now on the program has the keys; in a frame, once it is touched. */
export function giveFocus() {
  delete canvas.focus
  if (!isFramed) canvas.focus()
}

export const input = {
  /** The paths of files that were dropped since the last call. */
  takeHandedOver: () => handedOver.splice(0),
  /** The text that was pasted since the last call. */
  takePasted() {
    const text = pasted
    pasted = undefined
    return text
  },
  /** Asks the browser, which may ask the user, for the text on the clipboard; it is pasted. */
  readClipboard() {
    clipboard?.readText().then((text) => {
      pasted = text
      wake()
    }, () => {})
  },
  /** Puts a text on the clipboard, or shows it where the browser refuses that. */
  copyText(text) {
    copy(text).then((isCopied) => {
      copied = isCopied
      wake()
    })
  },
  /** Whether the text is on the clipboard, once that is known. */
  takeCopied() {
    const known = copied
    copied = undefined
    return known
  },
  /** The keys that mean something to the program now; all others stay the browser's. */
  claimKeys(keys) {
    claimed = new Set(keys)
  },
  /** Whether a field of the window is typed into, and whether the pointer is down on one. */
  showKeyboard(types, isOn) {
    isOnText = isOn
    if (types && isTouched) field.focus({ preventScroll: true })
    if (!types && document.activeElement === field) canvas.focus()
  },
}
