import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { PictureDone, PictureTask } from './picture-pool.ts'

/** More pixels than any bank's slip or common phone has; a picture of more is not even begun. */
const pixelsMax = 40_000_000
const sideMax = 2_400
const quality = 85
const thumbnailSide = 480
const thumbnailQuality = 75
/** Of a GIF; each costs as many pixels as the first. */
const framesMax = 120
const { secondsMax } = workerData as { secondsMax: number }

sharp.cache(false)
sharp.concurrency(1)

// Without its bytes the library would fetch them from a network of deliveries.
const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
const bytes = readFileSync(wasm)
prepareZXingModule({
  overrides: {
    wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  },
})

const inputOptions = {
  limitInputPixels: pixelsMax,
  failOn: 'error',
  sequentialRead: true,
  animated: false,
} as const

/** Writes the picture anew, which leaves behind whatever else was in the file, and reads the QR codes on the original. */
async function work(task: PictureTask): Promise<PictureDone> {
  const { source, target, readQr, thumbnail, takesGif = false } = task
  const { width, height, format, autoOrient } = await sharp(source, inputOptions).metadata()
  const isGif = format === 'gif' && takesGif
  if (format !== 'png' && format !== 'jpeg' && !isGif) return { outcome: 'broken' }
  if (width * height > pixelsMax) return { outcome: 'too-large' }
  if (isGif) await writeGif(source, target)
  else await writeJpeg(source, target)
  if (thumbnail !== undefined) await writeThumbnail(target, thumbnail)
  const texts = readQr ? await readTexts(source, Math.max(width, height)) : []
  return { outcome: 'done', width: autoOrient.width, height: autoOrient.height, texts }
}

async function writeJpeg(source: string, target: string): Promise<void> {
  await sharp(source, inputOptions)
    .timeout({ seconds: secondsMax })
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toFile(target)
}

/** All its frames count against the limit of pixels. */
async function writeGif(source: string, target: string): Promise<void> {
  const { pages = 1 } = await sharp(source, inputOptions).metadata()
  await sharp(source, { ...inputOptions, pages: Math.min(pages, framesMax) })
    .timeout({ seconds: secondsMax })
    .gif({ effort: 1 })
    .toFile(target)
}

/** From what was written anew, which is known to be sound and upright. */
async function writeThumbnail(made: string, target: string): Promise<void> {
  await sharp(made, inputOptions)
    .timeout({ seconds: secondsMax })
    .resize({
      width: thumbnailSide,
      height: thumbnailSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: thumbnailQuality })
    .toFile(target)
}

type Look = { side: number; treat: (image: Sharp) => Sharp }

const asItIs = (image: Sharp): Sharp => image

/** From the cheapest to the most patient; most slips are read at the first look. */
const looks: readonly Look[] = [
  { side: 1_600, treat: asItIs },
  { side: 1_000, treat: asItIs },
  { side: 2_400, treat: asItIs },
  { side: 1_600, treat: (image) => image.normalise().sharpen() },
  { side: 700, treat: (image) => image.normalise() },
  { side: 3_200, treat: (image) => image.normalise() },
  { side: 2_000, treat: (image) => image.median(3).normalise().threshold(110) },
]

/** More enlargement than this shows nothing that was not there. */
const enlargedMax = 1.6

async function readTexts(source: string, longest: number): Promise<string[]> {
  for (const { side, treat } of looks) {
    if (side > longest * enlargedMax && side !== looks[0]!.side) continue
    const image = sharp(source, inputOptions)
      .timeout({ seconds: secondsMax })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .greyscale()
      .resize({ width: side, height: side, fit: 'inside' })
    const { data, info } = await treat(image)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
    const found = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
      formats: ['QRCode'],
      tryHarder: true,
      maxNumberOfSymbols: 4,
    })
    const texts = new Set(found.filter(({ isValid }) => isValid).map(({ text }) => text))
    if (texts.size > 0) return [...texts]
  }
  return []
}

/** What the decoder says is about the file; what the disk says, which it calls the system, is about us. */
function outcomeOf(error: unknown): PictureDone {
  const text = String(error)
  // First: a GIF that was stopped while it was written tells of a system error as well.
  if (text.startsWith('Error: timeout: ')) return { outcome: 'slow' }
  if (/ENOSPC|EACCES|EROFS|EMFILE|unable to open for write|write error|system error/i.test(text))
    return { outcome: 'failed', why: text }
  return { outcome: /Input file is missing/i.test(text) ? 'missing' : 'broken' }
}

parentPort!.on('message', (task: PictureTask) => {
  void (async () => {
    const done = await work(task).catch(outcomeOf)
    parentPort!.postMessage(done, [])
  })()
})
