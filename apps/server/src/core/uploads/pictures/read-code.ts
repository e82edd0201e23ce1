import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// Without its bytes the library would fetch them from a CDN.
const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
const bytes = readFileSync(wasm)
prepareZXingModule({
  overrides: {
    wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  },
})

export type Grey = { data: Uint8Array; width: number; height: number }
type Look = { side: number; treat: (grey: Grey) => Grey | Promise<Grey> }

const asItIs = (grey: Grey): Grey => grey

/** From the cheapest to the most expensive; nearly all slips are read by the first two. */
const looks: readonly Look[] = [
  { side: 1_600, treat: asItIs },
  { side: 1_000, treat: asItIs },
  { side: 2_400, treat: asItIs },
  { side: 1_600, treat: (grey) => greyOf(greyImage(stretch(grey)).sharpen()) },
  { side: 700, treat: stretch },
  { side: 3_200, treat: stretch },
  { side: 2_000, treat: (grey) => stretch(smooth(grey), blackOrWhite) },
]
export const quickLooks = { from: 0, to: 2 }
export const otherLooks = { from: 2, to: looks.length }
/** The largest side of any look. */
export const sideMax = Math.max(...looks.map(({ side }) => side))

/** More enlargement than this reveals nothing new. */
const enlargedMax = 1.6

/** Reads the codes by the first look that finds any. No look begins when there is no time left. */
export async function readWithLooks(
  { data, width, height }: Grey,
  { from, to, longest, hasTime }: typeof quickLooks & { longest: number; hasTime: () => boolean },
): Promise<string[]> {
  for (const { side, treat } of looks.slice(from, to)) {
    if (side > longest * enlargedMax && side !== looks[0]!.side) continue
    if (!hasTime()) return []
    const image = greyImage({ data, width, height }).resize({
      width: side,
      height: side,
      fit: 'inside',
    })
    const texts = await readCodes(await treat(await greyOf(image)))
    if (texts.length > 0) return texts
  }
  return []
}

/**
 * Reads the codes of every look, since a code that is plain to see can stand beside one that only a phone finds. Null
 * when there is no time for that: what was not looked at may hold anything.
 */
export async function readEveryCode(
  { data, width, height }: Grey,
  hasTime: () => boolean,
): Promise<string[] | null> {
  const texts = new Set<string>()
  const longest = Math.max(width, height)
  for (const { side, treat } of [...looks, { side: 1_200, treat: outOfSurroundings }]) {
    if (side > longest * enlargedMax && side !== looks[0]!.side) continue
    if (!hasTime()) return null
    const image = greyImage({ data, width, height }).resize({
      width: side,
      height: side,
      fit: 'inside',
    })
    const found = await readCodes(await treat(await greyOf(image)), everySymbol)
    for (const text of found) texts.add(text)
  }
  return [...texts]
}

/** Makes the reader compile itself before the first picture, whose time that would cost. */
export async function warmUp(): Promise<void> {
  await readCodes({ data: new Uint8Array(64 * 64).fill(255), width: 64, height: 64 })
}

function greyImage({ data, width, height }: Grey): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } })
}

export async function greyOf(image: Sharp): Promise<Grey> {
  const { data, info } = await image
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const fewSymbols = 4
/** As many as the reader counts. */
const everySymbol = 255

async function readCodes(
  { data, width, height }: Grey,
  symbolsMax = fewSymbols,
): Promise<string[]> {
  const pixels = { data: colours(data), width, height }
  const found = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    tryHarder: true,
    maxNumberOfSymbols: symbolsMax,
  })
  return [...new Set(found.filter(({ isValid }) => isValid).map(({ text }) => text))]
}

function colours(grey: Uint8Array): Uint8ClampedArray {
  const pixels = new Uint32Array(grey.length)
  for (let at = 0; at < grey.length; at += 1) pixels[at] = 0xff000000 + grey[at]! * 0x010101
  return new Uint8ClampedArray(pixels.buffer)
}

const darkest = 110
const blackOrWhite = (value: number): number => (value < darkest ? 0 : 255)

/**
 * Makes the darkest hundredth black and the lightest white. The library's own function goes through colors, and takes
 * a second for what this does in a twentieth; the same holds for the median of nine below.
 */
function stretch(
  { data, width, height }: Grey,
  then: (value: number) => number = (value) => value,
): Grey {
  const counts = new Uint32Array(256)
  for (const value of data) counts[value]! += 1
  const margin = data.length / 100
  const low = firstOver(counts, margin)
  const high = 255 - firstOver(counts.toReversed(), margin)
  const by = high > low ? 255 / (high - low) : 1
  const stretched = Uint8ClampedArray.from({ length: 256 }, (_, value) => (value - low) * by)
  const table = Uint8Array.from(stretched, then)
  return { data: data.map((value) => table[value]!), width, height }
}

function firstOver(counts: Uint32Array, margin: number): number {
  let sum = 0
  return Math.max(
    0,
    counts.findIndex((count) => (sum += count) > margin),
  )
}

const surroundings = 40
const outOf = 3

/** Makes black what is a little darker than what is around it: a code that a phone's camera finds, and hardly an eye. */
async function outOfSurroundings(grey: Grey): Promise<Grey> {
  const around = await greyOf(greyImage(grey).blur(surroundings))
  const data = grey.data.map((value, at) => (value < around.data[at]! - outOf ? 0 : 255))
  return { ...grey, data }
}

function smooth({ data, width, height }: Grey): Grey {
  const smoothed = new Uint8Array(data)
  const near = new Uint8Array(9)
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      for (let row = 0; row < 3; row += 1) {
        const from = at + (row - 1) * width - 1
        near[row * 3] = data[from]!
        near[row * 3 + 1] = data[from + 1]!
        near[row * 3 + 2] = data[from + 2]!
      }
      smoothed[at] = medianOfNine(near)
    }
  return { data: smoothed, width, height }
}

/** Sorts the three rows; the median is that of the greatest low, the middle of the middles, and the least high. */
function medianOfNine(of: Uint8Array): number {
  for (let at = 0; at < 9; at += 3) {
    const [a, b, c] = [of[at]!, of[at + 1]!, of[at + 2]!]
    const low = a < b ? a : b
    const high = a < b ? b : a
    of[at] = low < c ? low : c
    of[at + 1] = c < low ? low : c > high ? high : c
    of[at + 2] = high > c ? high : c
  }
  const low = Math.max(of[0]!, of[3]!, of[6]!)
  const high = Math.min(of[2]!, of[5]!, of[8]!)
  return middle(low, middle(of[1]!, of[4]!, of[7]!), high)
}

function middle(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
