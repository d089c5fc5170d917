// What a user does with the page, in a real browser.

import { readFileSync } from 'node:fs'
import { PATIENCE, Tab, is, launch, launchBlocked, outer, runTests, serve, sleep } from './browser.mjs'
import { worstTile } from './pictures.mjs'

const LEVEL = '/assets/levels/river_crossing.level.ron'
const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true }
const LYING = { ...PHONE, width: 844, height: 390 }

/** Which part of a tile may differ from the desktop's picture: letters are set a little differently by another renderer. */
const MOST_OF_A_TILE = 0.06

const site = await serve()
const open = async (context, query = '', options = {}) => (await Tab.open(context, site.address + query, options)).isReady()
const file = (name) => readFileSync(new URL(name, import.meta.url))
const mapOf = (text) => text.match(/map: \[([^\]]*)\]/)[1]

const TESTS = {
  async 'the first frame, and agents that walk on a click'(context) {
    const tab = await open(context)
    await tab.picture('first')
    tab.mark()
    await tab.click(tab.at(4, 4))
    await tab.hears(/arrived at \(4, 4\)/)
    const frames = tab.said.map((line) => line.match(/([\d.]+) frames a second/)?.[1]).filter(Boolean)
    console.log(`    first frame after ${tab.firstFrame} ms; frames a second: ${frames.slice(-5).join(', ')}; ${await tab.memory()}`)
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
    const isShown = async (name, wanted = '') => {
      const [line] = await tab.hears(/level (shown|broken).*/)
      is(line.startsWith(`level shown: ${wanted}`), `${name}: ${line}`)
    }
    // What a browser paints is a map as well.
    const drawn = () => new Promise((resolve) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 3 })
      const paper = canvas.getContext('2d')
      paper.fillStyle = 'white'
      paper.fillRect(0, 0, 4, 3)
      paper.fillStyle = 'black'
      paper.fillRect(1, 1, 2, 1)
      canvas.toBlob(async (blob) => resolve([...new Uint8Array(await blob.arrayBuffer())]), 'image/png')
    })
    for (const [name, text] of Object.entries(files)) {
      tab.mark()
      await tab.drop(name, new TextEncoder().encode(text))
      await isShown(name)
    }
    tab.mark()
    await tab.drop('drawn.png', await tab.page.evaluate(drawn))
    await isShown('drawn.png', 'drawn')
    tab.mark()
    await tab.drop('dungeon.ldtk', file('../../crates/gridwalk_level/tests/samples/dungeon.ldtk'))
    await isShown('dungeon.ldtk')
    await tab.picture('ldtk')
    tab.mark()
    await tab.drop('small.trace.json', file('small.trace.json'))
    await isShown('small.trace.json', 'small')
    await tab.hears(/trace shown: \d+ events/)
    await tab.picture('trace')
    tab.mark()
    await tab.drop('broken.tmj', new TextEncoder().encode('{ "type": "map"'))
    await tab.hears('broken.tmj')
    // Its error on the console is one of the level, and wanted.
    tab.errors = tab.errors.filter((line) => !line.includes('level broken'))
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

  async 'a level of a million cells'(context) {
    const tab = await open(context)
    tab.mark()
    const row = `${'.'.repeat(1000)}@${'.'.repeat(23)}\n`
    const begun = Date.now()
    await tab.drop('large.map', new TextEncoder().encode(`type octile\nheight 1024\nwidth 1024\nmap\n${row.repeat(1024)}`))
    await tab.hears('level shown: large')
    await tab.settles()
    await tab.picture('large')
    console.log(`    shown after ${Date.now() - begun} ms; ${await tab.memory()}`)
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
    let tab = await open(context, '?lesson=2&page=6')
    await tab.hears('page 6 of')
    await tab.leadsTo('?lesson=2&page=6')
    is(/page 6 of/.test(await tab.page.title()), `the title: ${await tab.page.title()}`)
    await tab.picture('lesson_2_6')
    await tab.close()
    // From here on the browser remembers Chinese.
    tab = await open(context, '?level=Rooms.level.ron&lang=zh')
    await tab.hears(/level shown: .*[Rr]ooms/)
    is(await tab.page.evaluate(() => document.documentElement.lang) === 'zh', 'the page is Chinese')
    await tab.picture('chinese')
    await tab.close()
    for (const address of ['?level=nosuch&lang=xx', '?level=nosuch.json', '?lesson=9', '#about', '#100%']) {
      tab = await Tab.open(context, site.address + address)
      await tab.hears('level shown: River crossing')
      await sleep(6000)
      await tab.page.waitForFunction(() => document.getElementById('note').textContent.length > 20, { timeout: PATIENCE })
      await tab.picture(`unknown${address.replace(/\W/g, '_')}`)
      tab.hasNoErrors()
      await tab.close()
    }
  },

  async 'the address follows, and a copy of it leads to the same place'(context, browser) {
    let tab = await open(context)
    await tab.leadsTo('?level=river_crossing')
    const entries = await tab.page.evaluate(() => history.length)
    await tab.keys('PageDown')
    await tab.page.waitForFunction(() => !location.search.includes('river_crossing'), { timeout: PATIENCE })
    await tab.keys('KeyW')
    await tab.hears(/watching .* events/)
    await tab.keys('KeyA')
    await tab.page.waitForFunction(() => /mode=watch&algorithm=\w+/.test(location.search), { timeout: PATIENCE })
    is(await tab.page.evaluate(() => history.length) === entries, 'Back leaves the page')
    const [address, title] = [tab.page.url(), await tab.page.title()]
    // While it is played, no step is told.
    await tab.keys('Space')
    await tab.tells('step')
    tab.hasNoErrors()
    await tab.close()
    // Another user: here the key has changed the level, which is work.
    const other = await browser.createBrowserContext()
    tab = await Tab.open(other, address.replace('&log=debug', ''))
    await tab.isReady()
    await tab.hears(/watching .* events/)
    await tab.leadsTo(new URL(address).search.replace('&log=debug', ''))
    is(await tab.page.title() === title, `${await tab.page.title()}, not ${title}`)
    await tab.picture('followed')
    tab.hasNoErrors()
    await tab.close()
    // The options of an address are no work that is offered again.
    tab = await open(other)
    const work = Object.keys(await tab.files()).filter((name) => name.startsWith('gridwalk:/unsaved/'))
    is(work.length === 0, `unsaved: ${work}`)
    await other.close()
  },

  async 'each mode and algorithm of an address is shown'(context) {
    for (const [address, heard] of [['?level=maze&mode=watch&algorithm=Dijkstra', /watching .* events/], ['?level=maze&mode=compare', /comparing \d boards/], ['?level=maze&mode=edit', 'level shown']]) {
      const tab = await open(context, address)
      await tab.hears(heard)
      await tab.leadsTo(address.toLowerCase())
      await tab.picture(`address_${address.replace(/\W/g, '_')}`)
      tab.hasNoErrors()
      await tab.close()
    }
  },

  async 'Tab leaves the map, the lesson is text, little motion is asked for'(context) {
    const tab = await open(context, '?lesson=2', { before: () => window.matchMedia = ((match) => (query) => query.includes('reduced-motion') ? { matches: true } : match.call(window, query))(window.matchMedia) })
    const words = await tab.page.$eval('#lesson', (lesson) => lesson.innerText)
    is(words.length > 100, `the text of the lesson: ${words}`)
    await tab.keys('Tab')
    is(await tab.page.evaluate(() => document.activeElement.id !== 'gridwalk'), 'Tab leaves')
    await tab.page.focus('#gridwalk')
    await tab.keys('Control', 'KeyB')
    await tab.picture('reduced')
    // The board of the lesson outlives its text. It is left for one of the user's own.
    await tab.page.keyboard.press('Escape')
    await tab.keys('KeyW')
    await tab.page.waitForFunction(() => document.getElementById('step').textContent === '', { timeout: PATIENCE })
    tab.mark()
    await tab.keys('KeyW')
    await tab.hears(/watching .* events/)
    const step = await tab.tells('step')
    await sleep(2000)
    is(await tab.page.$eval('#step', (step) => step.textContent) === step, `nothing plays by itself: ${step}`)
    tab.hasNoErrors()
  },

  async 'three boards in one article'(context, browser) {
    await browser.defaultBrowserContext().overridePermissions(new URL(site.address).origin, ['clipboard-read', 'clipboard-write'])
    const frames = ['level=maze&mode=watch', 'level=rooms&mode=compare', 'lesson=2&page=3'].map((address) => `<p>A text around a board, which is read.</p><iframe title="board" src="./?${address}&embed&log=debug" width="640" height="360"></iframe>`)
    site.extra.set('article.html', `<!doctype html><body style="font: 18px sans-serif; width: 640px; margin: 20px auto"><h1>Three boards</h1>${frames.join('')}<button id="after">after</button><p style="height: 800px">The end.</p>`)
    const page = await context.newPage()
    await page.setViewport({ width: 900, height: 1400 })
    const errors = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const begun = Date.now()
    await page.goto(`${site.address}article.html`)
    const boards = page.frames().filter((frame) => frame.url().includes('embed'))
    is(boards.length === 3, `frames: ${boards.length}`)
    for (const board of boards) await board.waitForFunction(() => document.getElementById('curtain')?.hidden, { timeout: 3 * PATIENCE })
    console.log(`    three boards after ${Date.now() - begun} ms`)
    await sleep(4000)
    is(await page.evaluate(() => document.activeElement === document.body), 'no frame takes the focus')
    await page.mouse.move(450, 300)
    await page.mouse.wheel({ deltaY: 100 })
    await sleep(500)
    is(await page.evaluate(() => scrollY) > 0, 'the wheel scrolls the text')
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: `${process.env.PICTURES}/article.png` })
    is(errors.every((error) => error.includes('Using exceptions')), errors.join('\n'))
  },

  async 'a snippet for another page is copied'(context) {
    const tab = await open(context, '?level=maze&mode=watch')
    await tab.page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => { window.copied = text }
    })
    await tab.keys('Control', 'KeyK')
    // Before the palette is open, letters are keys of their own.
    await sleep(3000)
    await tab.page.keyboard.type('snippet')
    await sleep(3000)
    await tab.page.keyboard.press('Enter')
    await tab.page.waitForFunction(() => window.copied, { timeout: PATIENCE })
    const snippet = await tab.page.evaluate(() => window.copied)
    is(snippet.startsWith(`<iframe src="${site.address}?level=maze&amp;mode=watch&amp;embed"`), snippet)
    await tab.picture('snippet')
    tab.hasNoErrors()
  },

  async 'a saved level is deleted'(context) {
    site.extra.set('delete.ron', '[(30, File(Delete("mine"))), (60, File(Answer(Delete)))]')
    const key = 'gridwalk:/assets/levels/mine.level.ron'
    let tab = await open(context)
    await tab.page.evaluate((key) => localStorage.setItem(key, '(version: 1, name: "Mine", map: ["...."])'), key)
    is(key in await tab.files(), 'it is stored')
    await tab.close()
    tab = await Tab.open(context, `${site.address}?script=delete.ron`)
    await tab.hears('level deleted: /assets/levels/mine.level.ron')
    is(!(key in await tab.files()), 'it is stored no longer')
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

  async 'site data blocked: a level is shown, and saving says why it cannot'() {
    const browser = await launchBlocked()
    try {
      const tab = await open(browser.defaultBrowserContext(), '?level=empty&mode=edit')
      await tab.drag(tab.at(1, 1), tab.at(4, 1))
      await tab.keys('Control', 'KeyS')
      await tab.page.waitForFunction(() => document.getElementById('note').textContent.includes('does not let the page store'), { timeout: PATIENCE })
      await tab.picture('blocked')
    } finally {
      await browser.close()
    }
  },

  async 'http in a class: what is called copied is copied'(context) {
    if (!outer) return console.log('    this machine has no address but localhost')
    const lan = await serve({ host: '0.0.0.0', name: outer })
    const tab = await Tab.open(context, `${lan.address}?level=maze`)
    await tab.isReady()
    is(await tab.page.evaluate(() => !isSecureContext), 'the address is not secure')
    await tab.page.evaluate(() => document.addEventListener('copy', () => { window.copied = document.activeElement.value }))
    await tab.keys('Control', 'Shift', 'KeyC')
    await tab.page.waitForFunction(() => document.getElementById('note').textContent.includes('clipboard'), { timeout: PATIENCE })
    const [copied, isShown] = await tab.page.evaluate(() => [window.copied, document.getElementById('link').open])
    is(copied?.startsWith(`${lan.address}#gridwalk1.`) && !isShown, `copied: ${copied}`)
    await tab.picture('class')
    tab.hasNoErrors()
    await lan.close()
  },

  async 'offline the program opens at its address'(context) {
    const own = await serve()
    let tab = await Tab.open(context, own.address)
    await tab.isReady()
    await tab.page.evaluate(() => navigator.serviceWorker.ready)
    await tab.close()
    await own.close()
    tab = await Tab.open(context, `${own.address}?level=rooms&mode=watch`)
    await tab.isReady()
    await tab.hears(/watching .* events/)
    await tab.picture('offline')
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
    site.extra.set('walk.ron', file('walk.ron'))
    const tab = await open(context, '?script=walk.ron')
    const begun = Date.now()
    // A frame is a tick.
    const [, ticks, state] = await tab.hears(/script: over after (\d+) ticks with state ([0-9a-f]{16})/, 0, 6 * PATIENCE)
    const rate = (1000 * ticks / (Date.now() - begun)).toFixed(1)
    await tab.picture('script')
    console.log(`    ${ticks} ticks, ${rate} frames a second: ${state}`)
    const wanted = file('walk.state').toString().trim()
    is(state === wanted, `the page comes to ${state}, the desktop to ${wanted}`)
    tab.hasNoErrors()
  },

  async 'the same picture as on the desktop'(context) {
    // The window's own tests take these of the desktop, by the same script.
    const pictures = [['first_steps', 4, '../window/golden/first_steps.png'], ['right_angle', 34, '../../docs/watch.png']]
    for (const [level, expansions, desktop] of pictures) {
      const steps = '(261, Play(Forward)), '.repeat(expansions + 1)
      site.extra.set('picture.ron', `[(20, Watch(Begin)), (250, Play(Toggle)), (260, Play(First)), ${steps}]`)
      const tab = await Tab.open(context, `${site.address}?level=${level}&script=picture.ron`)
      await tab.hears('script: over after', 0, 3 * PATIENCE)
      const page = await tab.picture(`same_${level}`)
      const { place, share, whole } = await worstTile(tab.page, page, file(desktop))
      const percent = (part) => (100 * part).toFixed(2)
      console.log(`    ${level}: ${percent(whole)} % of all pixels differ clearly, ${percent(share)} % of the tile at ${place}`)
      is(share <= MOST_OF_A_TILE, `${level}: ${percent(share)} % of the tile at ${place} differ`)
      tab.hasNoErrors()
      await tab.close()
    }
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

  async 'phones: the keyboard of the screen comes and goes with a field'(context) {
    const tab = await open(context, '', { viewport: PHONE })
    const hasKeyboard = (is) => tab.page.waitForFunction(
      (is) => (document.activeElement.id === 'field') === is, { timeout: PATIENCE }, is)
    await hasKeyboard(false)
    // "More" and its "Find", which opens the palette.
    for (const place of [[356, 20], [312, 214]]) {
      await tab.page.touchscreen.tap(...place)
      await sleep(1000)
    }
    await hasKeyboard(true)
    await tab.page.keyboard.type('rox')
    await tab.page.keyboard.press('Backspace')
    // A keyboard with suggestions corrects a word, and deletes without a key.
    const keyboard = await tab.page.createCDPSession()
    for (const text of ['i', 'in', 'om']) {
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    }
    await keyboard.send('Input.insertText', { text: 'omé' })
    await tab.page.evaluate(() => document.execCommand('delete'))
    await tab.picture('keyboard')
    tab.mark()
    await tab.page.keyboard.press('Enter')
    await tab.hears(/level shown: .*[Rr]ooms/)
    await hasKeyboard(false)
    // The keys are the map's again.
    await tab.keys('KeyW')
    await tab.hears(/watching .* events/)
    tab.hasNoErrors()
  },
}

await runTests(TESTS, await launch())
site.close()
