// Pictures of the page beside those of the desktop's window.

/** Pixels of a tile's side: a number in a cell is about as large. */
const TILE = 24
/** By how much of 255 a colour is clearly another. */
const CLEARLY = 40

/** The map with its legend and time line, and the panel: what is measured is in neither. */
const PARTS = [{ left: 0, top: 40, right: 928, bottom: 696 }, { left: 956, top: 44, right: 1280, bottom: 590 }]

/** The tile in which most pixels differ, and which part of all do. The browser itself reads the pictures. */
export const worstTile = (page, one, other) => page.evaluate(async (one, other, { TILE, CLEARLY, PARTS }) => {
  const pixels = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const paper = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    paper.drawImage(picture, 0, 0)
    return paper.getImageData(0, 0, picture.width, picture.height)
  }
  const [a, b] = [await pixels(one), await pixels(other)]
  if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width} × ${a.height} and ${b.width} × ${b.height}`)
  const differs = (x, y) => [0, 1, 2].some((i) => Math.abs(a.data[4 * (y * a.width + x) + i] - b.data[4 * (y * a.width + x) + i]) > CLEARLY)
  let [worst, clearly, all] = [{ place: [0, 0], share: 0 }, 0, 0]
  for (const { left, top, right, bottom } of PARTS) {
    for (let y = top; y < bottom; y += TILE) {
      for (let x = left; x < right; x += TILE) {
        let [different, area] = [0, 0]
        for (let row = y; row < Math.min(y + TILE, bottom); row++) {
          for (let column = x; column < Math.min(x + TILE, right); column++) {
            area++
            if (differs(column, row)) different++
          }
        }
        clearly += different
        all += area
        if (different / area > worst.share) worst = { place: [x, y], share: different / area }
      }
    }
  }
  return { ...worst, whole: clearly / all }
}, one.toString('base64'), other.toString('base64'), { TILE, CLEARLY, PARTS })
