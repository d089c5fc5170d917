// The page around the program: it loads it by bytes, says what went wrong, and does for it what only a browser can.
// The program knows the functions by `src/app/platform/page/host.rs`.

import { files, keep, onSave, takeSlots } from './files.js'
import { giveFocus, input, keepFocus, wake } from './input.js'
import { place, share } from './place.js'
import { query, say, speak } from './sentences.js'

const canvas = document.getElementById('gridwalk')
const curtain = document.getElementById('curtain')
const sentence = document.getElementById('sentence')
const progress = document.getElementById('progress')
const amount = document.getElementById('amount')
const again = document.getElementById('again')

/** The size of the program in bytes, which the answer of a server that packs it does not say. */
const BYTES = 0

let hasEnded = false

/** Says how far the page is. It is read out, so it does not change with every byte. */
function tell(text) {
  sentence.classList.remove('late')
  if (sentence.textContent !== text) sentence.textContent = text
}

/** Shows a sentence in place of the program, for good. */
function end(text) {
  if (hasEnded) return
  hasEnded = true
  tell(text)
  progress.hidden = true
  amount.hidden = true
  again.hidden = false
  again.textContent = say('again')
  curtain.hidden = false
  again.focus()
}
again.onclick = () => location.reload()

/** The parameters that the page reads for the program. */
const wishes = {}

// What the program calls.

globalThis.gridwalk = {
  ...files,
  ...input,
  ...place,
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
  /** The value of a parameter of the address. */
  address: (name) => wishes[name] ?? query.get(name),
  /** The first frame is drawn. */
  shown() {
    curtain.hidden = true
    giveFocus()
    keepOffline()
  },
  refuse: end,
  panicked: (text) => end(say('panicked', text)),
}

// The start.

// A link that is pasted into the address of this tab is another page.
window.addEventListener('hashchange', () => location.reload())

async function load(url, name) {
  let answer
  try {
    answer = await fetch(url)
  } catch (error) {
    throw say('missing', name, error.message)
  }
  if (!answer.ok) throw say('missing', name, `HTTP ${answer.status}`)
  return answer
}

/** The program, counted while it comes. */
function counted(answer) {
  const mega = (bytes) => (bytes / 1e6).toFixed(1)
  let done = 0
  const count = new TransformStream({
    transform(bytes, out) {
      done += bytes.length
      progress.value = Math.min(done / BYTES, 1)
      amount.textContent = say('amount', mega(done), mega(BYTES))
      if (done >= BYTES) tell(say('starting'))
      out.enqueue(bytes)
    },
  })
  return new Response(answer.body.pipeThrough(count), { headers: { 'Content-Type': 'application/wasm' } })
}

/** Lets the browser keep this version for times without a network, once there is time for it. */
function keepOffline() {
  try {
    navigator.serviceWorker?.register(new URL('../offline.js', import.meta.url)).catch(() => {})
  } catch {
    // A page that may store nothing is not kept.
  }
}

/**
 * Forgets that the browser knows sizes in pixels of the device where it tells other ones, as while its tools imitate a
 * phone: the window would be laid out several times too large. The program then computes them. It takes a frame, and a
 * tab that is not shown has none.
 */
function checkPixels() {
  return new Promise((known) => {
    const observer = new ResizeObserver(([{ contentRect, devicePixelContentBoxSize: sizes }]) => {
      const wanted = contentRect.width * devicePixelRatio
      if (sizes && Math.abs(sizes[0].inlineSize - wanted) > 2) delete ResizeObserverEntry.prototype.devicePixelContentBoxSize
      finish()
    })
    const timer = setTimeout(() => finish(), 300)
    const finish = () => {
      clearTimeout(timer)
      observer.disconnect()
      known()
    }
    observer.observe(canvas)
  })
}

async function start() {
  speak()
  tell(say('loading'))
  keepFocus(() => hasEnded)
  if (typeof WebAssembly !== 'object') throw say('noWebAssembly')
  if (!document.createElement('canvas').getContext('webgl2')) throw say('noWebGL2')
  canvas.addEventListener('webglcontextlost', () => end(say('lost')))
  canvas.addEventListener('contextmenu', (event) => event.preventDefault())
  // Pinching is the program's, also with the fingers on the curtain.
  document.addEventListener('gesturestart', (event) => event.preventDefault())
  onSave(wake)
  const pixels = checkPixels()
  if (location.hash.length > 1) wishes.share = share()
  if (query.has('script')) {
    const name = query.get('script')
    wishes.script = await keep(name, await load(new URL(name, document.baseURI), name))
  }
  await takeSlots()
  const program = import('./gridwalk.js').catch((error) => {
    throw say('missing', 'gridwalk.js', error.message)
  })
  const wasm = counted(await load(new URL('gridwalk_bg.wasm', import.meta.url), 'gridwalk_bg.wasm'))
  const { default: run } = await program
  await pixels
  try {
    await run({ module_or_path: wasm })
  } catch (error) {
    // It is how the window's loop leaves its function, not a mistake.
    if (!String(error).includes('Using exceptions for control flow')) throw say('broken', error)
  }
}

start().catch((why) => end(typeof why === 'string' ? why : say('broken', why)))
