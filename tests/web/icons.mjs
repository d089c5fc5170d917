// Draws the icons and the picture of a link anew: CHROMIUM=chromium PICTURES=/tmp node icons.mjs

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launch } from './browser.mjs'

const folder = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const data = (name, type) => `data:${type};base64,${readFileSync(folder(name)).toString('base64')}`
const icon = data('web/icon.svg', 'image/svg+xml')

const browser = await launch()
const page = await browser.newPage()

async function draw(name, width, height, body, options) {
  await page.setViewport({ width, height })
  await page.setContent(`<style>* { margin: 0; box-sizing: border-box }</style>${body}`, { waitUntil: 'load' })
  await page.screenshot({ path: folder(`web/${name}`), ...options })
}

for (const side of [48, 180, 192, 512]) {
  // A phone rounds the corners of an icon itself and shows black behind a hole.
  const ground = side === 180 ? 'background: #33475B' : ''
  await draw(`icon-${side}.png`, side, side, `<body style="${ground}"><img src="${icon}" style="display: block; width: 100%">`, { omitBackground: true })
}
await draw('card.png', 1200, 630, `
  <body style="background: #1B2A3A; color: #E8EEF4; font-family: system-ui, sans-serif; overflow: hidden; position: relative">
  <img src="${data('docs/watch.png', 'image/png')}" style="position: absolute; left: 430px; top: 60px; height: 510px; border-radius: 12px; box-shadow: 0 0 0 1px #33475B">
  <div style="position: absolute; inset: 0 auto 0 0; width: 430px; padding: 0 40px 0 64px; display: flex; flex-direction: column; justify-content: center; background: linear-gradient(90deg, #1B2A3A 85%, #1B2A3A00)">
  <img src="${icon}" style="width: 112px"><div style="font-size: 62px; font-weight: 700; margin: 20px 0 12px">gridwalk</div>
  <div style="font-size: 31px; line-height: 1.3; color: #C5D1DB">Watch a path being found, step by step.</div></div>`)
await browser.close()
