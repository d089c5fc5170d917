// The page around the program, in a real browser, with a program that draws nothing: what is said where it cannot start,
// versions, times without a network, frames in a text, the clipboard.

import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PATIENCE, PICTURES, Tab, is, launch, launchBlocked, outer, runTests, serve, sleep } from './browser.mjs'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'gridwalk-page-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** A page around the program that draws nothing; each `name` is a version. */
function pack(name) {
  const program = join(scratch, `${name}-program`)
  mkdirSync(program)
  copyFileSync(path('stub/gridwalk.js'), join(program, 'gridwalk.js'))
  writeFileSync(join(program, 'gridwalk_bg.wasm'), `${name} `.repeat(200_000))
  const out = join(scratch, name)
  execFileSync(path('../../web/pack.sh'), [program, out, 'https://example.org/gridwalk'], { stdio: 'ignore' })
  const html = readFileSync(join(out, 'index.html'), 'utf8')
  return { root: out, html, version: html.match(/src="(\w+)\/page\.js"/)[1] }
}

const first = pack('first')
const second = pack('second')
const site = await serve(first)

async function open(context, address = site.address, options = {}) {
  const tab = await Tab.open(context, address, options)
  await starts(tab)
  return tab
}

const starts = (tab) => tab.page.waitForFunction(() => window.program && document.getElementById('curtain').hidden, { timeout: PATIENCE })
const evaluate = (tab, ...all) => tab.page.evaluate(...all)
const focused = (tab) => evaluate(tab, () => document.activeElement.id || document.activeElement.tagName)

/** A text with a frame between two buttons, higher than the window. */
const article = (count = 1) => `<!doctype html><body style="font: 16px sans-serif"><button id="before">before</button>${
  `<p>text</p><iframe src="./?embed" width="600" height="300"></iframe>`.repeat(count)}<button id="after">after</button><p style="height: 3000px">text</p>`

const TESTS = {
  async 'site data blocked: the page starts all the same'() {
    const browser = await launchBlocked()
    try {
      const tab = await open(browser.defaultBrowserContext())
      is(await evaluate(tab, () => { try { return !window.localStorage } catch { return true } }), 'the storage is blocked')
      is(await evaluate(tab, () => program.holdsSlot(program.lastSlot())), 'the tab has a slot')
      is(await evaluate(tab, () => program.writeFile('/settings/a.ron', new Uint8Array([65]))) === 'this browser does not let the page store anything', 'saving says why it cannot')
      tab.hasNoErrors()
    } finally {
      await browser.close()
    }
  },

  async 'a sandboxed frame without an origin starts'(context) {
    site.extra.set('sandbox.html', '<iframe sandbox="allow-scripts" src="./?embed" width="600" height="300"></iframe>')
    site.headers = { 'Access-Control-Allow-Origin': '*' }
    const page = await context.newPage()
    await page.goto(`${site.address}sandbox.html`)
    const frame = await page.waitForFrame((frame) => frame.url().includes('embed'), { timeout: PATIENCE })
    await frame.waitForFunction(() => window.program && document.getElementById('curtain').hidden, { timeout: PATIENCE })
    site.headers = {}
  },

  async 'scripts turned off: a sentence says what is missing'(context) {
    const page = await context.newPage()
    await page.setJavaScriptEnabled(false)
    await page.goto(site.address)
    await sleep(4500)
    const text = await page.$eval('#curtain', (curtain) => curtain.innerText)
    is(text.includes('needs JavaScript') && !text.includes('has not started'), text)
    await page.screenshot({ path: join(PICTURES, 'shell_no_script.png') })
  },

  async 'opened as a file: a sentence says how it is opened'(context) {
    const page = await context.newPage()
    await page.goto(`file://${first.root}/index.html`)
    await sleep(4500)
    const [text, visibility] = await page.$eval('#sentence', (sentence) => [sentence.innerText, getComputedStyle(sentence).visibility])
    is(text.includes('python3 -m http.server') && visibility === 'visible', `${visibility}: ${text}`)
    await page.screenshot({ path: join(PICTURES, 'shell_file.png') })
  },

  async 'a missing script of the page: a sentence says it'(context) {
    site.missing.add('page.js')
    const page = await context.newPage()
    await page.goto(site.address)
    await sleep(4500)
    const [text, visibility] = await page.$eval('#sentence', (sentence) => [sentence.innerText, getComputedStyle(sentence).visibility])
    site.missing.clear()
    is(text.includes('has not started') && visibility === 'visible', `${visibility}: ${text}`)
  },

  async 'a slow start does not flash the sentence about files'(context) {
    const tab = await open(context)
    is(await evaluate(tab, () => !document.getElementById('sentence').classList.contains('late')), 'page.js has replaced the sentence')
    is(await evaluate(tab, () => document.getElementById('sentence').textContent) === 'Starting …', 'it says how far it is')
  },

  async 'loading is announced once, not for every part'(context) {
    const tab = await open(context, site.address, {
      before: () => document.addEventListener('DOMContentLoaded', () => {
        window.announced = []
        const sentence = document.getElementById('sentence')
        new MutationObserver(() => window.announced.push(sentence.textContent)).observe(sentence, { childList: true, characterData: true, subtree: true })
      }),
    })
    const announced = await evaluate(tab, () => window.announced)
    is(announced.length <= 3, `announced: ${announced}`)
    is(await evaluate(tab, () => document.getElementById('progress').labels?.length > 0 || document.getElementById('progress').hasAttribute('aria-labelledby')), 'the progress bar has a label')
  },

  async 'http in a class: a link is copied, or shown in a field'(context) {
    if (!outer) return console.log('    this machine has no address but localhost')
    const lan = await serve({ ...first, host: '0.0.0.0', name: outer })
    const tab = await open(context, lan.address)
    is(await evaluate(tab, () => !isSecureContext && !navigator.locks), 'the address is not secure')
    await tab.page.mouse.click(200, 200)
    await evaluate(tab, () => program.copyText('the link'))
    await tab.page.waitForFunction(() => (window.copied = window.program.takeCopied()) !== undefined)
    is(await evaluate(tab, () => window.copied), 'the old way to copy works where there is no clipboard')
    await evaluate(tab, () => {
      document.execCommand = () => false
      program.copyText('the link')
    })
    await tab.page.waitForFunction(() => (window.copied = window.program.takeCopied()) !== undefined)
    is(await evaluate(tab, () => !window.copied), 'what is not copied is not called copied')
    is(await evaluate(tab, () => document.getElementById('link').open && document.getElementById('text').value === 'the link'), 'the link stands in a field')
    await tab.picture('shell_copy')
    await tab.keys('Escape')
    is(await focused(tab) === 'gridwalk', 'the map has the keys again')
    // Text fields of the window copy by this call.
    is(await evaluate(tab, () => navigator.clipboard.writeText('other').then(() => document.getElementById('text').value === 'other')), 'the window copies the same way')
    tab.hasNoErrors()
    await lan.close()
  },

  async 'a clipboard that refuses is not called a success'(context) {
    const tab = await open(context, site.address, { before: () => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
      document.execCommand = () => false
    } })
    await evaluate(tab, () => program.copyText('the link'))
    await tab.page.waitForFunction(() => (window.copied = window.program.takeCopied()) !== undefined)
    is(await evaluate(tab, () => !window.copied && document.getElementById('link').open), 'the link is shown')
  },

  async 'a broken hash and strange languages open the page'(context) {
    for (const [address, share, language] of [['#100%', '100%', 'en'], ['?lang=constructor', undefined, 'en'], ['?LANG=ZH', undefined, 'zh'], ['#a%20b', 'a b', 'en']]) {
      const tab = await open(context, site.address + address)
      const [hash, lang] = await evaluate(tab, () => [program.address('share'), document.documentElement.lang])
      is((hash ?? undefined) === share && lang === language, `${address}: ${hash}, ${lang}`)
      await tab.close()
    }
  },

  async 'the address, title and language follow; Back leaves'(context) {
    const tab = await open(context, `${site.address}?level=maze`)
    const entries = await evaluate(tab, () => history.length)
    await evaluate(tab, () => program.showPlace('level=rooms&mode=watch', false, 'Rooms · gridwalk', 'zh'))
    await tab.page.waitForFunction(() => location.search === '?level=rooms&mode=watch&log=debug', { timeout: PATIENCE })
    is(await tab.page.title() === 'Rooms · gridwalk', 'the title')
    is(await evaluate(tab, () => document.documentElement.lang) === 'zh', 'the language')
    is(await evaluate(tab, () => history.length) === entries, 'no entry of the history')
    await tab.page.goBack()
    is(tab.page.url() === 'about:blank', `Back leaves: ${tab.page.url()}`)
  },

  async 'what is shown is there as text, and read out once'(context) {
    const tab = await open(context)
    await evaluate(tab, () => {
      for (const step of ['Step 1', 'Step 2', 'Step 3']) program.speak('A lesson.\nIts text.', step, 'Saved')
    })
    await tab.page.waitForFunction(() => document.getElementById('step').textContent === 'Step 3', { timeout: PATIENCE })
    const tree = JSON.stringify(await tab.page.accessibility.snapshot({ interestingOnly: false }))
    for (const text of ['A lesson.', 'Step 3', 'Saved', 'Tab leaves the map']) is(tree.includes(text), `the accessibility tree has "${text}"`)
  },

  async 'Tab leaves the map, and keys that are claimed stay'(context) {
    site.extra.set('article.html', article())
    const page = await context.newPage()
    await page.goto(`${site.address}article.html`)
    const frame = await page.waitForFrame((frame) => frame.url().includes('embed'), { timeout: PATIENCE })
    await frame.waitForFunction(() => window.program, { timeout: PATIENCE })
    await frame.click('#gridwalk')
    is(await frame.evaluate(() => document.activeElement.id) === 'gridwalk', 'the map has the keys')
    // While a button of the window has the focus, Tab goes on to the next one there.
    await frame.evaluate(() => program.claimKeys(['Tab']))
    await page.keyboard.press('Tab')
    is(await frame.evaluate(() => document.hasFocus() && document.activeElement.id) === 'gridwalk', 'a claimed Tab stays')
    await frame.evaluate(() => program.claimKeys([]))
    for (const [keys, wanted] of [[['Tab'], 'after'], [['Shift', 'Tab'], 'before']]) {
      await frame.focus('#gridwalk')
      for (let times = 0; times < 3 && await page.evaluate(() => document.activeElement.id) !== wanted; times++) {
        for (const key of keys) await page.keyboard.down(key)
        for (const key of [...keys].reverse()) await page.keyboard.up(key)
      }
      is(await page.evaluate(() => document.activeElement.id) === wanted, `${keys} leaves: ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 60))}`)
    }
  },

  async 'a frame takes neither focus nor wheel before a click'(context) {
    site.extra.set('article.html', article())
    const page = await context.newPage()
    await page.setViewport({ width: 1000, height: 500 })
    await page.goto(`${site.address}article.html`)
    const frame = await page.waitForFrame((frame) => frame.url().includes('embed'), { timeout: PATIENCE })
    await frame.waitForFunction(() => window.program, { timeout: PATIENCE })
    is(await page.evaluate(() => document.activeElement.tagName) === 'BODY', 'the text keeps the focus')
    await frame.evaluate(() => {
      window.wheels = 0
      document.getElementById('gridwalk').addEventListener('wheel', () => window.wheels++)
    })
    const wheel = async () => {
      await page.mouse.move(300, 200)
      await page.mouse.wheel({ deltaY: 60 })
      await sleep(400)
      return [await page.evaluate(() => scrollY), await frame.evaluate(() => window.wheels)]
    }
    const [down, seen] = await wheel()
    is(down > 0 && seen === 0, `the text scrolls: ${down}, ${seen}`)
    await page.evaluate(() => scrollTo(0, 0))
    await frame.click('#gridwalk')
    const [still, zoomed] = await wheel()
    is(still === 0 && zoomed === 1, `the board zooms: ${still}, ${zoomed}`)
  },

  async 'a frame links to the whole page'(context) {
    const tab = await open(context, `${site.address}?embed&level=maze`)
    await evaluate(tab, () => program.showPlace('level=maze&embed', false, 'Maze', 'en'))
    const [text, href] = await evaluate(tab, () => [document.getElementById('whole').textContent, document.getElementById('whole').href])
    is(text.includes('gridwalk') && href.startsWith(`${site.address}?level=maze`) && !href.includes('embed'), `${text}: ${href}`)
    await tab.picture('shell_embed')
  },

  async 'a save in another tab wakes this one'(context) {
    const [one, other] = [await open(context), await open(context)]
    await evaluate(one, () => {
      window.woken = 0
      document.getElementById('gridwalk').addEventListener('pointermove', () => window.woken++)
    })
    await evaluate(other, () => program.writeFile('/assets/levels/a.level.ron', new Uint8Array([65])))
    await one.page.waitForFunction(() => window.woken > 0, { timeout: PATIENCE })
    is(await evaluate(one, () => program.stampFile('/assets/levels/a.level.ron')) === 1, 'the save is counted')
  },

  async 'the wish for little motion reaches the program'(context) {
    const tab = await open(context)
    is(await evaluate(tab, () => program.prefersReducedMotion()) === false, 'not by default')
    await tab.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    is(await evaluate(tab, () => program.prefersReducedMotion()), 'as the browser says')
  },

  async 'an imitated phone is as large as a real one'(context) {
    const knows = (tab) => evaluate(tab, () => 'devicePixelContentBoxSize' in ResizeObserverEntry.prototype)
    let tab = await open(context, site.address, { viewport: { width: 390, height: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true } })
    is(!await knows(tab), 'sizes that the imitation tells wrong are not used')
    tab = await open(context)
    is(await knows(tab), 'a window of this screen uses them')
    const browser = await launch(['--force-device-scale-factor=2'], { defaultViewport: null })
    try {
      tab = await open(browser.defaultBrowserContext(), site.address, { viewport: null })
      is(await evaluate(tab, () => devicePixelRatio) === 2 && await knows(tab), 'a dense screen uses them')
    } finally {
      await browser.close()
    }
  },

  async 'a finger that scrolls gives no warning'(context) {
    const tab = await open(context, site.address, { viewport: { width: 390, height: 844, isMobile: true, hasTouch: true } })
    await evaluate(tab, () => {
      const event = new TouchEvent('touchend', { cancelable: false, bubbles: true })
      event.preventDefault = () => { throw new Error('it cannot be cancelled') }
      document.getElementById('gridwalk').dispatchEvent(event)
    })
    tab.hasNoErrors()
  },

  async 'a new version beside a cache of the old one starts'(context) {
    const cached = await serve({ ...first, cache: 'max-age=600' })
    let tab = await open(context, cached.address)
    await tab.close()
    cached.root = second.root
    tab = await Tab.open(context, cached.address)
    // The page itself may come from the cache, and its files with it; all of them are of one version.
    await starts(tab)
    await tab.page.reload()
    await starts(tab)
    const version = await evaluate(tab, () => document.querySelector('script[type=module]').getAttribute('src').split('/')[0])
    is(version === second.version, `Load again gives the new version: ${version}`)
    const files = await evaluate(tab, () => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /js$|wasm$|css$/.test(name)))
    is(files.length >= 6 && files.every((name) => name.includes(`/${second.version}/`) || name.endsWith('offline.js')), `one version: ${files}`)
    tab.hasNoErrors()
    await cached.close()
  },

  async 'offline the last whole version opens, never half a one'(context) {
    const own = await serve(first)
    let tab = await open(context, own.address)
    await evaluate(tab, () => navigator.serviceWorker.ready)
    await tab.page.reload()
    await starts(tab)
    // A new version is published, of which one file cannot be loaded.
    own.root = second.root
    own.missing.add('input.js')
    await evaluate(tab, async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => {}))
    await sleep(1500)
    const caches = await evaluate(tab, () => window.caches.keys())
    await tab.close()
    const { port } = new URL(own.address)
    await own.close()
    tab = await Tab.open(context, `http://localhost:${port}/some/folder/?level=maze`)
    await starts(tab)
    const version = await evaluate(tab, () => document.querySelector('script[type=module]').getAttribute('src').split('/')[0])
    is(version === first.version, `offline: ${version} of ${caches}`)
    is(await evaluate(tab, () => program.address('level')) === 'maze', 'with its parameters')
    is(tab.errors.length === 0 || tab.errors.every((line) => /ERR_CONNECTION|Failed to load resource|offline\.js/.test(line)), tab.errors.join('\n'))
  },

  async 'a version that was published whole is the one offline'(context) {
    const own = await serve(first)
    let tab = await open(context, own.address)
    await evaluate(tab, () => navigator.serviceWorker.ready)
    own.root = second.root
    await evaluate(tab, async () => { await (await navigator.serviceWorker.getRegistration()).update() })
    await sleep(2000)
    await tab.close()
    // The new one takes over once no tab has the old one.
    tab = await open(context, own.address)
    await tab.close()
    await sleep(500)
    const { port } = new URL(own.address)
    await own.close()
    tab = await Tab.open(context, `http://localhost:${port}/some/folder/`)
    await starts(tab)
    const version = await evaluate(tab, () => document.querySelector('script[type=module]').getAttribute('src').split('/')[0])
    is(version === second.version, `offline: ${version}, not ${first.version}`)
  },

  async 'the program is asked for before the scripts have run'(context) {
    const own = await serve(first)
    const page = await context.newPage()
    own.missing.add('page.js')
    await page.goto(own.address)
    await sleep(1000)
    for (const file of ['gridwalk.js', 'gridwalk_bg.wasm']) is(own.asked.some((name) => name.endsWith(file)), `${file} of ${own.asked}`)
    own.missing.clear()
    own.asked.length = 0
    const tab = await open(context, own.address)
    const count = own.asked.filter((name) => name.endsWith('gridwalk_bg.wasm')).length
    is(count === 1, `it is loaded once: ${count}`)
    tab.hasNoErrors()
    await own.close()
  },

  async 'a pasted link has a picture, a title and icons'(context) {
    const page = await context.newPage()
    await page.goto(site.address)
    const found = await page.evaluate(() => {
      const content = (name) => document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.content
      const links = [...document.querySelectorAll('link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]')].map((link) => link.href)
      return { links, tags: ['og:title', 'og:description', 'og:image', 'twitter:card', 'description'].map(content) }
    })
    is(found.tags.every(Boolean) && found.tags[2] === 'https://example.org/gridwalk/card.png', `tags: ${found.tags}`)
    const manifest = await (await fetch(found.links.find((link) => link.endsWith('.webmanifest')))).json()
    const icons = manifest.icons.map(({ src }) => site.address + src)
    for (const link of [...found.links, ...icons, `${site.address}card.png`]) is((await fetch(link)).ok, `${link} is there`)
    is(found.links.length === 4 && found.links.some((link) => link.endsWith('icon-180.png')), `links: ${found.links}`)
  },
}

await runTests(TESTS, await launch())
await site.close()
