// What the program says of the place that it shows: address, title, language, and the text for those who cannot see it.

import { isFramed, query, say, speak } from './sentences.js'

const part = (id) => document.getElementById(id)
/** Browsers refuse an address that changes more often than some hundred times in half a minute. */
const PAUSE = 400
/** A step is read out once the search has rested for so long. */
const REST = 600

/** Parameters that the program does not know and the address keeps. */
const kept = ['script', 'log'].filter((name) => query.has(name)).map((name) => `${name}=${encodeURIComponent(query.get(name))}`)

let wanted
let timer

/** The hash of the address as a text; one that is cut or escaped twice as it stands. */
export function share() {
  const text = location.hash.slice(1)
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function follow() {
  timer = undefined
  try {
    history.replaceState(history.state, '', wanted)
  } catch {
    // The address is the old one then. The page goes on.
  }
}

/** The last text of each part, and the timer that writes it. */
const texts = new Map()

function write(id, text, pause) {
  if (texts.get(id)?.text === text) return
  clearTimeout(texts.get(id)?.timer)
  const timer = setTimeout(() => { part(id).innerText = text }, pause)
  texts.set(id, { text, timer })
}

export const place = {
  /**
   * Shows the place in the address, so that a copy of it leads here; in the title and the language of the page. No entry
   * is added to the history: Back leaves the page.
   */
  showPlace(parameters, keepsShare, title, language) {
    const all = [parameters, ...kept].filter(Boolean).join('&')
    const hash = keepsShare ? location.hash : ''
    wanted = `${location.pathname}${all && `?${all}`}${hash}`
    timer ??= setTimeout(follow, PAUSE)
    document.title = title
    part('shown').textContent = title
    speak(language)
    part('hint').textContent = say('hint')
    const whole = part('whole')
    whole.hidden = !query.has('embed')
    whole.textContent = say('whole')
    const rest = all.split('&').filter((parameter) => parameter !== 'embed').join('&')
    whole.href = `${location.pathname}${rest && `?${rest}`}${hash}`
  },
  /** Writes the text of the lesson, of the step that is shown, and of the last message, which are read out. */
  speak(lesson, step, note) {
    write('lesson', lesson, 0)
    write('step', step, REST)
    write('note', note, 0)
  },
  /** The address of a page that opens this shared level. */
  linkTo: (share) => `${location.origin}${location.pathname}#${share}`,
  /** The address of this place as a frame of another page, with a shared level if there is one. */
  frameOf: (parameters, share) => `${location.origin}${location.pathname}?${parameters}${share && `#${share}`}`,
  /** Whether the user wants nothing to move by itself. */
  prefersReducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
}

part('hint').textContent = say('hint')
if (isFramed) document.documentElement.classList.add('framed')
