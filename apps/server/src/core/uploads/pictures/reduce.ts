import { readFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { sideMax as lookSideMax } from './read-code.ts'

/**
 * The size of a 50 Mpx phone's picture. A plain JPEG is reduced while it is decoded, so that it costs no more than 12
 * Mpx.
 */
const jpegPixelsMax = 50_400_000
/** For all others; screenshots have four million, a long stitched one ten. */
const pixelsMax = 40_000_000
/** A PNG's unpacked size: 16 Mpx in colors with transparency, eight with 16-bit colors. */
const unpackedBytesMax = 64_000_000
/** A progressive JPEG is held completely until its last scan. */
const scannedPixelsMax = 16_000_000
/** Cheaper pictures take a tenth of a second to decode: a PNG of 5 Mpx, a JPEG of 4 Mpx in ten scans. */
const quickBytesMax = 16_000_000
const quickScanPixelsMax = 40_000_000
/** How often the rows of an interlaced PNG are processed. */
const interlacedPasses = 4

const targetSide = 2_400
const quality = 85
const thumbnailSide = 480
const thumbnailQuality = 75
/** Frames of a GIF; each costs as many pixels as the first. */
const framesMax = 120

sharp.cache(false)
sharp.concurrency(1)

const inputOptions = {
  limitInputPixels: jpegPixelsMax,
  failOn: 'error',
  sequentialRead: true,
  animated: false,
} as const

export type Head = {
  kind: 'picture' | 'gif' | 'unknown'
  /** As displayed, upright. */
  width: number
  height: number
  isTooLarge: boolean
  /** Whether a quick turn is enough to decode it. */
  isQuick: boolean
}

/** The cost of a picture is known from its head, before any of it is decoded. */
export async function readHead(source: string): Promise<Head> {
  const head = await sharp(source, inputOptions).metadata()
  const { width, height, format, autoOrient } = head
  const kind = format === 'gif' ? 'gif' : format === 'png' || format === 'jpeg' ? 'picture' : null
  return {
    kind: kind ?? 'unknown',
    width: autoOrient.width,
    height: autoOrient.height,
    isTooLarge: isTooLarge(head),
    isQuick: width * height <= pixelsMax && (await costsLittle(source, head)),
  }
}

function isTooLarge(head: Metadata): boolean {
  const pixels = head.width * head.height
  if (head.format !== 'jpeg') return pixels > pixelsMax || unpackedBytes(head) > unpackedBytesMax
  return pixels > (head.isProgressive ? scannedPixelsMax : jpegPixelsMax)
}

function unpackedBytes({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (depth === 'ushort' ? 2 : 1)
}

async function costsLittle(source: string, head: Metadata): Promise<boolean> {
  const { format, isProgressive, width, height } = head
  if (format === 'jpeg')
    return !isProgressive || width * height * (await countScans(source)) <= quickScanPixelsMax
  return unpackedBytes(head) * (isProgressive ? interlacedPasses : 1) <= quickBytesMax
}

const scanMark = Buffer.from('ffda', 'hex')

/** The marker cannot occur in coded data, and each scan passes over the whole picture once more. */
async function countScans(source: string): Promise<number> {
  const bytes = await readFile(source)
  let scans = 0
  for (let at = bytes.indexOf(scanMark); at >= 0; at = bytes.indexOf(scanMark, at + 2)) scans += 1
  return scans
}

/** Decodes a picture once, to no more than the needed size: upright, on an opaque ground. */
export async function reduce(source: string, { isRead }: { isRead: boolean }): Promise<Sharp> {
  const side = isRead ? Math.max(lookSideMax, targetSide) : targetSide
  const { data, info } = await inside(sharp(source, inputOptions).autoOrient(), side)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

/** Drops everything else that was in the file. */
export async function writeJpeg(pixels: Sharp, target: string): Promise<void> {
  await inside(pixels.clone(), targetSide).jpeg({ quality }).toFile(target)
}

export async function writeThumbnail(pixels: Sharp, target: string): Promise<void> {
  await inside(pixels.clone(), thumbnailSide)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: thumbnailQuality })
    .toFile(target)
}

/** All its frames count against the limit of pixels. */
export async function writeGif(source: string, target: string): Promise<Sharp> {
  const options = { ...inputOptions, limitInputPixels: pixelsMax }
  const { pages = 1 } = await sharp(source, options).metadata()
  await sharp(source, { ...options, pages: Math.min(pages, framesMax) })
    .gif({ effort: 1 })
    .toFile(target)
  return sharp(target, options)
}

function inside(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}
