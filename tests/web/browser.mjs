// A browser, a server of static files, and a page of the program as a user has it.

import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer-core'

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
const TYPES = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.wasm': 'application/wasm', '.ron': 'text/plain', '.webmanifest': 'application/manifest+json',
}
/** Every wait ends after so long; software renderers are slow. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000)
export const PICTURES = process.env.PICTURES
mkdirSync(PICTURES, { recursive: true })

/**
 * Files of a page under a folder of the address, as on any static host; those whose names end as one of `missing` are not
 * there. `site.root` is the folder of the page, and may become another one, as when a new version is published.
 */
export async function serve({ root = DIST, cache = 'no-store', host = '127.0.0.1', name: called = 'localhost' } = {}) {
  const site = { root, missing: new Set(), extra: new Map(), asked: [], headers: {} }
  const server = createServer((request, answer) => {
    const name = normalize(new URL(request.url, 'http://localhost').pathname).replace(/^\/some\/folder\//, '')
    site.asked.push(name)
    const file = join(site.root, name || 'index.html')
    const type = { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Cache-Control': cache, ...site.headers }
    if (site.extra.has(name)) return answer.writeHead(200, type).end(site.extra.get(name))
    if ([...site.missing].some((end) => name.endsWith(end)) || !existsSync(file) || !statSync(file).isFile()) return answer.writeHead(404).end()
    answer.writeHead(200, { ...type, 'Content-Length': statSync(file).size })
    createReadStream(file).pipe(answer)
  })
  await new Promise((ready) => server.listen(0, host, ready))
  site.address = `http://${called}:${server.address().port}/some/folder/`
  site.close = () => {
    server.closeAllConnections()
    return new Promise((closed) => server.close(closed))
  }
  return site
}

export const launch = (args = [], options = {}) => puppeteer.launch({
  ...options,
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--enable-unsafe-swiftshader', '--lang=en-US', ...args],
})

/** A browser that refuses all storage to all pages, as a school may set it. */
export async function launchBlocked() {
  const profile = mkdtempSync(join(tmpdir(), 'gridwalk-blocked-'))
  process.on('exit', () => rmSync(profile, { recursive: true, force: true }))
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }))
  return launch([], { userDataDir: profile })
}

/** The address of this machine by which it is no `localhost`, so that browsers call it not secure. */
export const outer = Object.values(networkInterfaces()).flat().find(({ family, internal }) => family === 'IPv4' && !internal)?.address

export const DESKTOP = { width: 1280, height: 720 }

/** What may be said on the console although nothing is wrong. */
const HARMLESS = [
  /Using exceptions for control flow/, /GPU stall due to ReadPixels/, /AudioContext/, /GroupMarkerNotSet/, /READ-usage buffer/,
]

/** A tab with the program, what it says, and what it says that it should not. */
export class Tab {
  said = []
  errors = []

  static async open(context, address, { viewport = DESKTOP, before } = {}) {
    const tab = new Tab()
    tab.page = await context.newPage()
    await tab.page.setViewport(viewport)
    tab.page.on('console', (message) => {
      const text = message.text()
      tab.said.push(text)
      const isError = message.type() === 'error' || message.type() === 'warn'
      if (isError && !HARMLESS.some((known) => known.test(text))) tab.errors.push(text)
    })
    tab.page.on('pageerror', (error) => {
      if (!HARMLESS.some((known) => known.test(String(error)))) tab.errors.push(String(error))
    })
    await tab.page.evaluateOnNewDocument(() => {
      const instantiate = WebAssembly.instantiateStreaming
      WebAssembly.instantiateStreaming = async (...all) => {
        const made = await instantiate(...all)
        window.memoryOfTheProgram = made.instance.exports.memory
        return made
      }
    })
    if (before) await tab.page.evaluateOnNewDocument(before)
    const join = address.includes('?') ? '&' : '?'
    const [path, hash = ''] = address.split('#')
    tab.begun = Date.now()
    await tab.page.goto(`${path}${join}log=debug${hash && `#${hash}`}`)
    return tab
  }

  /** Waits until something is said after the last `mark`, and gives what it matched. */
  async hears(what, from = this.marked ?? 0, patience = PATIENCE) {
    const pattern = typeof what === 'string' ? new RegExp(what.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : what
    const end = Date.now() + patience
    for (;;) {
      for (let at = from; at < this.said.length; at++) {
        const found = this.said[at].match(pattern)
        if (found) return found
      }
      if (Date.now() > end) throw new Error(`not heard: ${pattern}; the last lines are\n${this.said.slice(-12).join('\n')}`)
      await sleep(50)
    }
  }

  mark() {
    this.marked = this.said.length
  }

  /** Waits for the first frame and the first level, and where the map has come to rest. */
  async isReady() {
    await this.hears('first frame after')
    this.firstFrame = Date.now() - this.begun
    await this.hears('level shown')
    await this.page.waitForFunction(() => document.getElementById('curtain').hidden, { timeout: PATIENCE })
    await this.settles()
    return this
  }

  /** Waits until nothing new is said about where the map lies. */
  async settles() {
    const places = () => this.said.filter((line) => line.includes('map: cell (0, 0)')).length
    for (let before = -1; before !== places();) {
      before = places()
      await sleep(1500)
    }
  }

  /** The middle of a cell on the page. */
  at(x, y) {
    const line = this.said.findLast((line) => line.includes('map: cell (0, 0)'))
    const [, left, top, side] = line.match(/at (-?[\d.]+),(-?[\d.]+); ([\d.]+) px/).map(Number)
    return [left + x * side, top + y * side]
  }

  async click(place, options) {
    await this.page.mouse.move(...place)
    await sleep(150)
    await this.page.mouse.click(...place, { delay: 120, ...options })
  }

  async drag(from, to) {
    await this.page.mouse.move(...from)
    await sleep(200)
    await this.page.mouse.down()
    await sleep(200)
    await this.page.mouse.move(...to, { steps: 12 })
    await sleep(200)
    await this.page.mouse.up()
    await sleep(200)
  }

  /** Waits until a part of the page's text says something, and returns that. */
  async tells(id) {
    await this.page.waitForFunction((id) => document.getElementById(id).textContent.length > 0, { timeout: PATIENCE }, id)
    return this.page.$eval(`#${id}`, (part) => part.textContent)
  }

  /** Presses keys together: `keys('Control', 'KeyZ')`. */
  async keys(...names) {
    for (const name of names) await this.page.keyboard.down(name)
    await sleep(120)
    for (const name of [...names].reverse()) await this.page.keyboard.up(name)
    await sleep(250)
  }

  /** Waits until the address of the page is this one, but for what tests add. */
  async leadsTo(search) {
    const isThere = (search) => location.search.replace(/[?&]log=debug/, '') === search
    await this.page.waitForFunction(isThere, { timeout: PATIENCE }, search).catch(() => {
      throw new Error(`the address is ${this.page.url()}, not ${search}`)
    })
  }

  /** What the page itself says in place of the program. */
  async curtain() {
    await this.page.waitForFunction(() => document.getElementById('again')?.hidden === false, { timeout: PATIENCE })
    return this.page.$eval('#sentence', (element) => element.textContent)
  }

  async picture(name) {
    await sleep(600)
    return Buffer.from(await this.page.screenshot({ path: join(PICTURES, `${name}.png`) }))
  }

  /** Megabytes of the program's memory, and of the scripts' heap beside it. */
  memory() {
    return this.page.evaluate(() => {
      const mega = (bytes) => (bytes / 1e6).toFixed(0)
      return `${mega(window.memoryOfTheProgram.buffer.byteLength)} MB of memory, ${mega(performance.memory.usedJSHeapSize)} MB of scripts`
    })
  }

  files() {
    return this.page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  }

  /** Drops a file on the map. */
  drop(name, bytes) {
    return this.page.evaluate((name, bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name))
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }, name, [...bytes])
  }

  hasNoErrors() {
    if (this.errors.length > 0) throw new Error(`on the console:\n${this.errors.join('\n')}`)
  }

  close() {
    return this.page.close()
  }
}

export const sleep = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds))

export function is(holds, what) {
  if (!holds) throw new Error(what)
}

/** Runs the tests whose names have one of the words of the command line, each in a browser's context of its own. */
export async function runTests(tests, browser) {
  const words = process.argv.slice(2)
  let failed = 0
  for (const [name, test] of Object.entries(tests)) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue
    const context = await browser.createBrowserContext()
    const begun = Date.now()
    try {
      await test(context, browser)
      console.log(`ok    ${name} (${((Date.now() - begun) / 1000).toFixed(0)} s)`)
    } catch (error) {
      failed++
      console.log(`FAIL  ${name}: ${error.message}`)
    }
    await context.close()
  }
  await browser.close()
  process.exitCode = failed > 0 ? 1 : 0
}
