// Figures of the page in web/dist: tests/web/run.sh --measure [MINUTES]
//
// Bytes, the first frame, the longest task of the page's thread, frames a second with one board and with six, and memory
// after some minutes, 5 by default. Other work on the machine makes times longer and frames fewer.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { PATIENCE, Tab, launch, serve, sleep } from './browser.mjs'

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
const minutes = Number(process.argv[2] ?? 5)
const mega = (bytes) => (bytes / 1e6).toFixed(2)

/** The paths of all files of the page, without the packed ones beside them. */
const paths = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const path = join(folder, entry.name)
  return entry.isDirectory() ? paths(path) : path.endsWith('.br') ? [] : [path]
})

/** What a browser loads before the first frame, in bytes: as it is, by gzip, by brotli. */
function sizes() {
  const isLoaded = (path) => /index\.html$|\.(js|css|wasm)$/.test(path) && !path.endsWith('offline.js')
  const rows = paths(DIST).filter(isLoaded).map((path) => {
    const bytes = readFileSync(path)
    return [path, statSync(path).size, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length]
  })
  const sum = (column) => rows.reduce((sum, row) => sum + row[column], 0)
  const show = (name, columns) => console.log(`${name}: ${columns.map((bytes) => mega(bytes)).join(' / ')} MB, as it is / gzip / brotli`)
  show('the program', rows.find(([path]) => path.endsWith('.wasm')).slice(1))
  show('all that is loaded', [1, 2, 3].map(sum))
}

/** Frames in each second that the program has counted since `from`. */
const rates = (tab, from) => tab.said.slice(from).map((line) => line.match(/([\d.]+) frames a second/)?.[1]).filter(Boolean)

/** Notes the longest task of the page's thread since the last call of `longest`. */
function watchTasks() {
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true })
}
const longest = (tab) => tab.page.evaluate(() => Math.round(Math.max(0, ...window.tasks.splice(0))))

async function measure(context, name, script, seconds = 12) {
  site.extra.set('measure.ron', script)
  const tab = await Tab.open(context, `${site.address}?script=measure.ron`, { before: watchTasks })
  await tab.hears('first frame after')
  const first = Date.now() - tab.begun
  const atStart = await longest(tab)
  await tab.hears('script: over after', 0, 5 * PATIENCE)
  await longest(tab)
  const from = tab.said.length
  await sleep(seconds * 1000)
  console.log(`${name}: first frame after ${first} ms, longest task until then ${atStart} ms, later ${await longest(tab)} ms; frames a second: ${rates(tab, from).join(', ')}; ${await tab.memory()}`)
  return tab
}

sizes()
const site = await serve()
const browser = await launch()
const context = await browser.createBrowserContext()
const WATCHED = '(60, Watch(Begin)), (200, Play(First)), (201, Play(Speed(3))), (202, Play(Toggle))'
const COMPARED = `(60, Compare(Begin)), ${'(70, Compare(Add)), '.repeat(6)}(200, Play(First)), (201, Play(Speed(3))), (202, Play(Toggle))`
for (const [name, script] of [
  ['agents', '[(60, Agents(SendTo((4, 4)))), (120, Agents(SendTo((1, 1))))]'],
  ['one board', `[(10, Level(Open("maze"))), ${WATCHED}]`],
  ['six boards', `[(10, Level(Open("maze"))), ${COMPARED}]`],
]) {
  const tab = await measure(context, name, script)
  await tab.picture(`measure_${name.replace(' ', '_')}`)
  await tab.close()
}
if (minutes > 0) {
  const tab = await measure(context, 'memory', `[(10, Level(Open("maze"))), ${WATCHED}]`, 60 * minutes)
  await tab.close()
}
await browser.close()
await site.close()
