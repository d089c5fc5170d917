// What a user does with the page, in a real browser.

import { readFileSync } from 'node:fs'
import { DESKTOP, PATIENCE, Tab, is, launch, serve, sleep } from './browser.mjs'

const LEVEL = '/assets/levels/river_crossing.level.ron'
const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true }
const LYING = { ...PHONE, width: 844, height: 390 }

const site = await serve()
const open = async (context, query = '', options = {}) => (await Tab.open(context, site.address + query, options)).isReady()
const mapOf = (text) => text.match(/map: \[([^\]]*)\]/)[1]

const TESTS = {
  async 'the first frame, and agents that walk on a click'(context) {
    const tab = await open(context)
    await tab.picture('first')
    tab.mark()
    await tab.click(tab.at(4, 4))
    await tab.hears(/arrived at \(4, 4\)/)
    const memory = await tab.page.evaluate(() => performance.memory?.usedJSHeapSize)
    const frames = tab.said.map((line) => line.match(/([\d.]+) frames a second/)?.[1]).filter(Boolean)
    console.log(`    first frame after ${tab.firstFrame} ms; frames a second: ${frames.slice(-5).join(', ')}; heap ${(memory / 1e6).toFixed(1)} MB`)
    tab.hasNoErrors()
  },

  async 'watching, comparing, and a lesson to its last page by keys'(context) {
    const tab = await open(context)
    await tab.keys('KeyW')
    await tab.hears(/watching .* events/)
    await tab.picture('watch')
    await tab.keys('KeyC')
    await tab.hears(/comparing \d boards/)
    await sleep(1000)
    await tab.picture('compare')
    await tab.keys('KeyC')
    tab.mark()
    await tab.keys('F2')
    const [, count] = await tab.hears(/page 1 of (\d+) is set up/)
    for (let page = 2; page <= Number(count); page++) {
      tab.mark()
      await tab.keys('Control', 'ArrowRight')
      await tab.hears(`page ${page} of ${count} is set up`)
    }
    await tab.picture('lesson')
    tab.hasNoErrors()
  },

  async 'a stroke of the editor, undone, saved, and offered again after a reload'(context) {
    let tab = await open(context)
    await tab.keys('Control', 'KeyE')
    await tab.settles()
    await tab.drag(tab.at(1, 1), tab.at(5, 1))
    await tab.picture('edit')
    await tab.keys('Control', 'KeyZ')
    await tab.drag(tab.at(1, 2), tab.at(4, 2))
    tab.mark()
    await tab.keys('Control', 'KeyS')
    await tab.hears(`level saved: ${LEVEL}`)
    const saved = (await tab.files())[`gridwalk:${LEVEL}`]
    is(mapOf(saved).includes('#') , 'the saved map has walls')
    // Not saved any more: the tab is closed as it is.
    await tab.drag(tab.at(1, 3), tab.at(6, 3))
    await sleep(500)
    const left = Object.keys(await tab.files()).filter((name) => name.startsWith('gridwalk:/unsaved/'))
    is(left.length === 1, `one slot of the journal is used: ${left}`)
    tab.hasNoErrors()
    await tab.close()
    tab = await open(context)
    await tab.picture('offered')
    // The first answer has the focus.
    await tab.keys('Enter')
    await sleep(800)
    tab.mark()
    await tab.keys('Control', 'KeyS')
    await tab.hears(`level saved: ${LEVEL}`)
    const again = (await tab.files())[`gridwalk:${LEVEL}`]
    is(again !== saved, 'the stroke that was not saved is there again')
    const work = Object.keys(await tab.files()).filter((name) => name.startsWith('gridwalk:/unsaved/'))
    is(work.length === 0, `nothing is left in the journal: ${work}`)
    tab.hasNoErrors()
  },

  async 'a link opens as the first document, without a question'(context, browser) {
    await browser.defaultBrowserContext().overridePermissions(new URL(site.address).origin, ['clipboard-read', 'clipboard-write'])
    const tab = await open(context, '?level=maze')
    await tab.page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => { window.copied = text }
    })
    await tab.keys('Control', 'Shift', 'KeyC')
    await tab.page.waitForFunction(() => window.copied, { timeout: PATIENCE })
    const link = await tab.page.evaluate(() => window.copied)
    is(link.startsWith(`${site.address}#gridwalk1.`), `it is a link: ${link.slice(0, 80)}`)
    tab.hasNoErrors()
    const other = await Tab.open(context, link)
    await other.isReady()
    is(other.said.filter((line) => line.includes('level shown')).length === 1, 'one level is shown')
    await other.hears(/level shown: .*[Mm]aze/)
    await other.picture('link')
    other.hasNoErrors()
  },

  async 'files of each format are dropped; levels and pictures are downloaded'(context) {
    const tab = await open(context)
    const files = {
      'small.map': 'type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n',
      'digits.txt': '222\n212\n202\n',
      'costs.csv': '1,1,1\n1,5,1\n',
      'small.level.ron': '(version: 1, name: "dropped", map: ["....", "..#."])',
      'tiled.tmj': JSON.stringify({ type: 'map', version: '1.10', orientation: 'orthogonal', renderorder: 'right-down', infinite: false, width: 2, height: 1, tilewidth: 8, tileheight: 8, tilesets: [], layers: [{ type: 'tilelayer', id: 1, name: 'ground', width: 2, height: 1, x: 0, y: 0, opacity: 1, visible: true, data: [0, 0] }], nextlayerid: 2, nextobjectid: 1 }),
    }
    for (const [name, text] of Object.entries(files)) {
      tab.mark()
      await tab.drop(name, new TextEncoder().encode(text))
      const [line] = await tab.hears(/level (shown|broken).*/)
      is(line.startsWith('level shown'), `${name}: ${line}`)
    }
    await tab.page.evaluate(() => {
      window.downloads = []
      HTMLAnchorElement.prototype.click = function () { window.downloads.push(this.download) }
    })
    await tab.keys('F12')
    await tab.page.waitForFunction(() => window.downloads.length === 1, { timeout: PATIENCE })
    await tab.keys('Control', 'Shift', 'KeyE')
    await sleep(800)
    await tab.picture('export')
    await tab.keys('Enter')
    await tab.page.waitForFunction(() => window.downloads.length === 2, { timeout: PATIENCE })
    const downloads = await tab.page.evaluate(() => window.downloads)
    is(downloads[0].endsWith('.png') && downloads[1].endsWith('.level.ron'), `downloaded: ${downloads}`)
    tab.hasNoErrors()
  },

  async 'a level is pasted'(context) {
    const tab = await open(context)
    tab.mark()
    const text = '(version: 1, name: "pasted", map: ["....", "..#."])'
    await tab.page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
    await tab.hears('level shown: pasted')
    tab.hasNoErrors()
  },

  async 'the address names a level, a lesson, a language; what is unknown is said'(context) {
    let tab = await open(context, '?level=rooms&lang=zh')
    await tab.hears(/level shown: .*[Rr]ooms/)
    await tab.picture('chinese')
    await tab.close()
    tab = await open(context, '?lesson=2_right_angle')
    await tab.hears('lesson open: 2_right_angle')
    await tab.close()
    // What is said stays for some seconds only.
    tab = await Tab.open(context, `${site.address}?level=nosuch&lang=xx`)
    await tab.hears('level shown: River crossing')
    await tab.picture('unknown')
    tab.hasNoErrors()
  },

  async 'what goes wrong is said in a sentence'(context) {
    let tab = await Tab.open(context, `${site.address}?case=1`, {
      before: () => {
        const get = HTMLCanvasElement.prototype.getContext
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === 'webgl2' ? null : get.call(this, kind, ...rest) }
      },
    })
    is((await tab.curtain()).includes('WebGL 2'), 'no WebGL 2')
    await tab.picture('no_webgl')
    await tab.close()
    site.missing.add('gridwalk_bg.wasm')
    tab = await Tab.open(context, site.address)
    is((await tab.curtain()).includes('gridwalk_bg.wasm cannot be loaded: HTTP 404'), 'a missing file')
    await tab.close()
    site.missing.clear()
    tab = await open(context)
    await tab.page.evaluate(() => document.getElementById('gridwalk').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext())
    is((await tab.curtain()).includes('Your work is kept'), 'lost context')
    await tab.picture('lost')
    await tab.close()
    tab = await open(context)
    await tab.page.evaluate(() => globalThis.gridwalk.panicked('a test'))
    is((await tab.curtain()).includes('offered again'), 'a panic')
    await tab.close()
    tab = await Tab.open(context, `${site.address}?script=none.ron`)
    is((await tab.curtain()).includes('none.ron cannot be loaded: HTTP 404'), 'a missing script')
  },

  async 'two tabs never lose each other\'s work'(context) {
    const tabs = []
    for (const row of [1, 3]) {
      const tab = await open(context, '?level=empty')
      await tab.page.bringToFront()
      await tab.keys('Control', 'KeyE')
      await tab.settles()
      await tab.drag(tab.at(1, row), tab.at(4, row))
      await sleep(500)
      tabs.push(tab)
    }
    const left = Object.entries(await tabs[0].files()).filter(([name]) => name.startsWith('gridwalk:/unsaved/'))
    is(left.length === 2 && left[0][1] !== left[1][1], `each has a slot: ${left.map(([name]) => name)}`)
    for (const tab of tabs) await tab.close()
    const tab = await open(context)
    await tab.picture('two_tabs')
    await tab.keys('Enter')
    await sleep(800)
    tab.hasNoErrors()
    const still = Object.keys(await tab.files()).filter((name) => name.startsWith('gridwalk:/unsaved/'))
    is(still.length === 2, `one is taken up, one waits: ${still}`)
  },

  async 'the same script comes to the same state as on the desktop'(context) {
    site.extra.set('walk.ron', readFileSync(new URL('walk.ron', import.meta.url)))
    const tab = await Tab.open(context, `${site.address}?script=walk.ron`)
    // A frame is a tick.
    const [, ticks, state] = await tab.hears(/script: over after (\d+) ticks with state ([0-9a-f]{16})/, 0, 6 * PATIENCE)
    await tab.picture('script')
    console.log(`    ${ticks} ticks: ${state}`)
    const wanted = readFileSync(new URL('walk.state', import.meta.url), 'utf8').trim()
    is(state === wanted, `the page comes to ${state}, the desktop to ${wanted}`)
    tab.hasNoErrors()
  },

  async 'phones: touch, both ways of holding'(context) {
    for (const [name, viewport] of Object.entries({ phone: PHONE, lying: LYING })) {
      const tab = await open(context, '', { viewport })
      await tab.picture(name)
      tab.mark()
      const [x, y] = tab.at(4, 4)
      await tab.page.touchscreen.tap(x, y)
      await tab.hears(/arrived at \(4, 4\)/)
      tab.hasNoErrors()
      await tab.close()
    }
  },
}

const words = process.argv.slice(2)
let failed = 0
const browser = await launch()
for (const [name, test] of Object.entries(TESTS)) {
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
site.close()
process.exitCode = failed > 0 ? 1 : 0
