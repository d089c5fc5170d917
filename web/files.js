// Files: what is saved lies in the storage of the browser as text; what was opened or dropped, in memory.

import { say } from './sentences.js'

const PREFIX = 'gridwalk:'
const OPENED = '/opened/'
const memory = new Map()
/** Number of saves of each file, here and in other tabs, since this page is open. */
const saves = new Map()
const noteSave = (path) => saves.set(path, (saves.get(path) ?? 0) + 1)

/** The storage of that name; null where the browser has none for this page. */
function storageOf(name) {
  try {
    return window[name]
  } catch {
    return null
  }
}
const storage = storageOf('localStorage')
const stored = (path) => storage?.getItem(PREFIX + path) ?? null

/** Calls when another tab has saved a file. */
export function onSave(seen) {
  window.addEventListener('storage', ({ key }) => {
    if (!key?.startsWith(PREFIX)) return
    noteSave(key.slice(PREFIX.length))
    seen()
  })
}

/** Puts a file into the memory, and returns its path. */
export async function keep(name, content) {
  const path = OPENED + name
  memory.set(path, new Uint8Array(await content.arrayBuffer()))
  noteSave(path)
  return path
}

export const files = {
  /** The bytes of a file that was saved or opened in this browser. */
  readFile(path) {
    if (memory.has(path)) return memory.get(path)
    const text = stored(path)
    return text === null ? undefined : new TextEncoder().encode(text)
  },
  /** Replaces the content of a file, and returns why it cannot. */
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
  /** Number of saves of the file since this page is open; undefined if there is no such file. */
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
  /** Asks the user for a file with one of these endings; its path, or undefined. */
  pickFile(endings) {
    return new Promise((resolve) => {
      const input = document.createElement('input')
      input.type = 'file'
      input.accept = endings.join(',')
      input.onchange = async () => resolve(input.files.length > 0 ? await keep(input.files[0].name, input.files[0]) : undefined)
      input.oncancel = () => resolve(undefined)
      input.click()
    })
  },
  /** Whether this tab holds that slot of the journal. */
  holdsSlot: (slot) => slots.has(slot),
  /** The last slot that this tab holds. */
  lastSlot: () => Math.max(0, ...slots),
}

// Slots of the journal: each tab holds one for itself, and those in which closed tabs left unsaved work. The browser frees
// them when the tab is closed, however that happens.

const SLOTS = 64
const slots = new Set()
const workIn = (slot) => stored(`/unsaved/${slot}.ron`) !== null

/** Takes the slots of this tab. A browser that refuses locks or storage does not stop the page. */
export async function takeSlots() {
  const used = Array.from({ length: SLOTS }, (_, slot) => slot).filter(workIn)
  const last = Math.max(-1, ...used)
  let hasOwn = false
  try {
    if (!navigator.locks) throw new Error('no locks')
    for (let slot = 0; slot < SLOTS && (!hasOwn || slot <= last); slot++) {
      if (hasOwn && !workIn(slot)) continue
      if (!await hold(`${PREFIX}slot ${slot}`)) continue
      slots.add(slot)
      hasOwn ||= !workIn(slot)
    }
  } catch {
    takeSlotsWithoutLocks()
  }
}

/** Takes a lock until the page is gone. Resolves with false if another tab has it; rejects where there are none. */
function hold(name) {
  return new Promise((known, refused) => {
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      known(lock !== null)
      return lock ? new Promise(() => {}) : undefined
    }).catch(refused)
  })
}

/** Without locks, which need a secure address, a tab knows its own slots again and nothing of others. */
function takeSlotsWithoutLocks() {
  const session = storageOf('sessionStorage')
  const own = Number(session?.getItem(PREFIX + 'slot') ?? 2 * Math.floor(Math.random() * SLOTS / 2))
  try {
    session?.setItem(PREFIX + 'slot', own)
  } catch {
    // Then the next load of this tab takes other slots.
  }
  slots.clear()
  slots.add(own).add(own + 1)
}
