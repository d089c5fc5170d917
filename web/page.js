// The page around the program: it loads it by bytes, says what went wrong, and does for it what only a browser can.
// The program knows these functions by `src/app/platform/page/host.rs`.

const query = new URLSearchParams(location.search)
const canvas = document.getElementById('gridwalk')
const curtain = document.getElementById('curtain')
const sentence = document.getElementById('sentence')
const progress = document.getElementById('progress')
const again = document.getElementById('again')

// What the page says itself, before the program can and after it cannot any more.

const SENTENCES = {
  en: {
    loading: (done, all) => `Loading: ${done} of ${all} MB`,
    starting: () => 'Starting …',
    noWebAssembly: () => 'This browser has no WebAssembly, which the program needs.',
    noWebGL2: () => 'This browser has no WebGL 2, with which the program draws. It may be turned off in its settings, or the graphics driver may be blocked.',
    missing: (file, why) => `${file} cannot be loaded: ${why}.`,
    broken: (why) => `The program cannot be started: ${why}`,
    lost: () => 'The browser has taken the graphics away from this page. Your work is kept, and is offered again when the page is loaded again.',
    panicked: (why) => `The program has come upon a mistake of its own and has stopped. Your work is kept, and is offered again when the page is loaded again. (${why})`,
    again: () => 'Load again',
    full: () => 'the storage of this browser is full',
    noStorage: () => 'this browser does not let the page store anything',
    noText: () => 'only text can be stored in this browser',
  },
  zh: {
    loading: (done, all) => `正在加载：${done} / ${all} MB`,
    starting: () => '正在启动……',
    noWebAssembly: () => '此浏览器不支持程序所需的 WebAssembly。',
    noWebGL2: () => '此浏览器没有程序绘图所需的 WebGL 2。它可能在设置中被关闭，或者显卡驱动被禁用。',
    missing: (file, why) => `无法加载 ${file}：${why}。`,
    broken: (why) => `程序无法启动：${why}`,
    lost: () => '浏览器收回了此页面的图形环境。您的工作已保留，重新加载页面后会再次提供。',
    panicked: (why) => `程序遇到自身的错误而停止。您的工作已保留，重新加载页面后会再次提供。（${why}）`,
    again: () => '重新加载',
    full: () => '此浏览器的存储空间已满',
    noStorage: () => '此浏览器不允许页面存储任何内容',
    noText: () => '此浏览器中只能存储文本',
  },
}
const language = query.get('lang') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en')
const say = (name, ...values) => (SENTENCES[language] ?? SENTENCES.en)[name](...values)

let hasEnded = false

/** Shows a sentence in place of the program, for good. */
function end(text) {
  if (hasEnded) return
  hasEnded = true
  sentence.textContent = text
  progress.hidden = true
  again.hidden = false
  again.textContent = say('again')
  curtain.hidden = false
  again.focus()
}
again.onclick = () => location.reload()

// Files: what is saved lies in the storage of the browser as text; what was opened or dropped, in memory.

const PREFIX = 'gridwalk:'
const OPENED = '/opened/'
const memory = new Map()
/** How often each file was saved, here and in other tabs, since this page is open. */
const saves = new Map()
const noteSave = (path) => saves.set(path, (saves.get(path) ?? 0) + 1)

/** The storage; null where the browser has none for this page. */
const storage = (() => {
  try {
    return window.localStorage
  } catch {
    return null
  }
})()
const stored = (path) => storage?.getItem(PREFIX + path) ?? null

window.addEventListener('storage', ({ key }) => {
  if (key?.startsWith(PREFIX)) noteSave(key.slice(PREFIX.length))
})

// Slots of the journal: each tab holds one for itself, and those in which closed tabs left unsaved work. The browser frees
// them when the tab is closed, however that happens.

const SLOTS = 64
const slots = new Set()
const workIn = (slot) => stored(`/unsaved/${slot}.ron`) !== null

async function takeSlots() {
  // Without locks, which need a secure address, a tab knows itself again and nothing of others.
  if (!navigator.locks) {
    const own = sessionStorage.getItem(PREFIX + 'slot') ?? String(2 * Math.floor(Math.random() * SLOTS / 2))
    sessionStorage.setItem(PREFIX + 'slot', own)
    slots.add(Number(own)).add(Number(own) + 1)
    return
  }
  const used = Array.from({ length: SLOTS }, (_, slot) => slot).filter(workIn)
  const last = Math.max(-1, ...used)
  let hasOwn = false
  for (let slot = 0; slot < SLOTS && (!hasOwn || slot <= last); slot++) {
    if (hasOwn && !workIn(slot)) continue
    await new Promise((known) => {
      navigator.locks.request(`${PREFIX}slot ${slot}`, { ifAvailable: true }, (lock) => {
        known()
        if (!lock) return undefined
        slots.add(slot)
        hasOwn ||= !workIn(slot)
        // It is held until the page is gone.
        return new Promise(() => {})
      })
    })
  }
}

// What was dropped or chosen.

const handedOver = []

async function keep(file) {
  const path = OPENED + file.name
  memory.set(path, new Uint8Array(await file.arrayBuffer()))
  noteSave(path)
  return path
}

for (const name of ['dragenter', 'dragover']) {
  window.addEventListener(name, (event) => event.preventDefault())
}
window.addEventListener('drop', async (event) => {
  event.preventDefault()
  // The list is empty once this function has waited for anything.
  const files = [...event.dataTransfer.files]
  for (const file of files) handedOver.push(await keep(file))
  wake()
})

let pasted

document.addEventListener('paste', (event) => {
  pasted = event.clipboardData.getData('text/plain')
  wake()
})

/** A window at rest looks at nothing: a pointer that stays where it is wakes it. */
function wake() {
  canvas.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }))
}

// Keys.

let claimed = new Set()
/** Copying and pasting are events of their own, which come only when their keys stay with the browser. */
const CLIPBOARD = new Set(['Ctrl+KeyC', 'Ctrl+KeyX', 'Ctrl+KeyV'])

window.addEventListener('keydown', (event) => {
  if (hasEnded || event.altKey || event.metaKey || (event.target !== canvas && event.target !== document.body)) return
  const control = event.ctrlKey ? 'Ctrl+' : ''
  const chord = control + (event.shiftKey ? 'Shift+' : '') + event.code
  const isOurs = claimed.has(chord) || claimed.has(control + event.code)
  if (isOurs && !CLIPBOARD.has(chord)) event.preventDefault()
}, { capture: true })

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
  // Else a browser goes on as if a mouse had clicked, and the canvas gets the focus.
  event.preventDefault()
  if (!isOnText) return
  // iOS shows the keyboard in answer to a finger only; Android hides it and leaves the field its focus.
  field.blur()
  field.focus({ preventScroll: true })
})

// What the program calls.

globalThis.gridwalk = {
  /** The bytes of a file that was saved or opened in this browser. */
  readFile(path) {
    if (memory.has(path)) return memory.get(path)
    const text = stored(path)
    return text === null ? undefined : new TextEncoder().encode(text)
  },
  /** Puts bytes in the place of what the file held, and says why it cannot. */
  writeFile(path, bytes) {
    if (memory.has(path)) {
      memory.set(path, bytes.slice())
      return void noteSave(path)
    }
    if (!storage) return say('noStorage')
    let text
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return say('noText')
    }
    try {
      storage.setItem(PREFIX + path, text)
    } catch {
      return say('full')
    }
    noteSave(path)
  },
  removeFile(path) {
    memory.delete(path)
    storage?.removeItem(PREFIX + path)
    noteSave(path)
  },
  /** The paths of all files that were saved or opened in this browser. */
  listFiles() {
    const keys = storage ? Object.keys(storage) : []
    const paths = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length))
    return [...memory.keys(), ...paths]
  },
  /** How often the file was saved since this page is open; undefined if there is none. */
  stampFile(path) {
    return memory.has(path) || stored(path) !== null ? saves.get(path) ?? 0 : undefined
  },
  /** Hands a file to the browser, which puts it among its downloads. */
  download(name, bytes) {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  },
  /** Whether this tab holds that slot of the journal. */
  holdsSlot: (slot) => slots.has(slot),
  /** The last slot that this tab holds. */
  lastSlot: () => Math.max(0, ...slots),
  /** Asks the user for a file with one of these endings; its path, or undefined. */
  pickFile(endings) {
    return new Promise((resolve) => {
      const input = document.createElement('input')
      input.type = 'file'
      input.accept = endings.join(',')
      input.onchange = async () => resolve(input.files.length > 0 ? await keep(input.files[0]) : undefined)
      input.oncancel = () => resolve(undefined)
      input.click()
    })
  },
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
    navigator.clipboard?.readText().then((text) => {
      pasted = text
      wake()
    }, () => {})
  },
  /** Resolves once the browser has had its turn. */
  letFramesPass() {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    })
  },
  /** Calls again and again, until the answer is false. */
  repeat(milliseconds, work) {
    const timer = setInterval(() => {
      if (hasEnded || !work()) clearInterval(timer)
    }, milliseconds)
  },
  /** What the address says under this name. */
  address: (name) => wishes[name] ?? query.get(name) ?? undefined,
  /** The address of a page that opens this shared level. */
  linkTo: (share) => `${location.origin}${location.pathname}#${share}`,
  claimKeys(keys) {
    claimed = new Set(keys)
  },
  /** Whether a field of the window is typed into, and whether the pointer is down on one. */
  showKeyboard(types, isOn) {
    isOnText = isOn
    if (types && isTouched) field.focus({ preventScroll: true })
    if (!types && document.activeElement === field) canvas.focus()
  },
  /** The first frame is drawn. */
  shown() {
    curtain.hidden = true
    canvas.focus()
  },
  refuse: end,
  panicked: (text) => end(say('panicked', text)),
}

// The start.

const wishes = {}
// A link that is pasted into the address of this tab is another page.
window.addEventListener('hashchange', () => location.reload())

async function load(file) {
  let answer
  try {
    answer = await fetch(new URL(file, import.meta.url))
  } catch (error) {
    throw say('missing', file, error.message)
  }
  if (!answer.ok) throw say('missing', file, `HTTP ${answer.status}`)
  return answer
}

/** The program, counted while it comes. Its whole size is not in the answer where a server packs it. */
function counted(answer, all) {
  const mega = (bytes) => (bytes / 1e6).toFixed(1)
  let done = 0
  const count = new TransformStream({
    transform(bytes, out) {
      done += bytes.length
      progress.value = Math.min(done / all, 1)
      sentence.textContent = done < all ? say('loading', mega(done), mega(all)) : say('starting')
      out.enqueue(bytes)
    },
  })
  return new Response(answer.body.pipeThrough(count), { headers: { 'Content-Type': 'application/wasm' } })
}

async function start() {
  document.documentElement.lang = language in SENTENCES ? language : 'en'
  sentence.textContent = say('starting')
  if (typeof WebAssembly !== 'object') throw say('noWebAssembly')
  if (!document.createElement('canvas').getContext('webgl2')) throw say('noWebGL2')
  canvas.addEventListener('webglcontextlost', () => end(say('lost')))
  canvas.addEventListener('contextmenu', (event) => event.preventDefault())
  // Pinching is the program's, also with the fingers on the curtain.
  document.addEventListener('gesturestart', (event) => event.preventDefault())
  if (location.hash.length > 1) wishes.share = decodeURIComponent(location.hash.slice(1))
  if (query.has('script')) {
    const name = query.get('script')
    memory.set('/opened/' + name, new Uint8Array(await (await load(name)).arrayBuffer()))
    wishes.script = '/opened/' + name
  }
  await takeSlots()
  const { bytes } = await (await load('gridwalk.json')).json()
  const program = import(new URL('gridwalk.js', import.meta.url)).catch((error) => {
    throw say('missing', 'gridwalk.js', error.message)
  })
  const wasm = counted(await load('gridwalk_bg.wasm'), bytes)
  const { default: run } = await program
  try {
    await run({ module_or_path: wasm })
  } catch (error) {
    // It is how the window's loop leaves its function, not a mistake.
    if (!String(error).includes('Using exceptions for control flow')) throw say('broken', error)
  }
}

start().catch((why) => end(typeof why === 'string' ? why : say('broken', why)))
