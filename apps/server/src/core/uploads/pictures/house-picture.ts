import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { greyOf, readEveryCode } from './read-code.ts'
import type { PictureTask, TurnResult } from './task.ts'

const pixelsMax = 40_000_000
const sideMax = 1_600
const quality = 90
const formats: readonly string[] = ['png', 'jpeg', 'webp', 'gif']

const inputOptions = { failOn: 'error', sequentialRead: true } as const

/**
 * Rewrites a picture of the house as WebP, upright and with its transparency; of a moving one the first frame. All QR
 * codes in what is kept are read. What holds more than a picture is refused, although nothing of it would be kept.
 */
export async function rewriteForHouse(
  { source, target }: Pick<PictureTask, 'source' | 'target'>,
  { hasTime }: { hasTime: () => boolean },
): Promise<TurnResult> {
  const { format, width, height } = await sharp(source, {
    limitInputPixels: false,
  }).metadata()
  if (!formats.includes(format)) return { outcome: 'broken' }
  if (width * height > pixelsMax) return { outcome: 'too-large' }
  if (holdsMore(await readFile(source))) return { outcome: 'more' }
  const { data, info } = await sharp(source, { ...inputOptions, limitInputPixels: pixelsMax })
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const pixels = sharp(data, { raw })
  await pixels.clone().webp({ quality }).toFile(target)
  const texts = new Set<string>()
  for (const background of await groundsOf(pixels)) {
    const grey = await greyOf(pixels.clone().flatten({ background }).greyscale())
    const found = await readEveryCode(grey, hasTime)
    if (found === null) return { outcome: 'slow' }
    for (const text of found) texts.add(text)
  }
  return { outcome: 'done', width: info.width, height: info.height, texts: [...texts] }
}

/** A code in white that stands on nothing is seen on our dark page, and on no white paper. */
async function groundsOf(pixels: Sharp): Promise<string[]> {
  const { isOpaque } = await pixels.clone().stats()
  return isOpaque ? ['#ffffff'] : ['#ffffff', '#000000']
}

/** Beginnings of pages, programs and documents; none is so short that it occurs in pixels by chance. */
const foreign = [
  '<script',
  '<html',
  '<!doctype',
  '<?php',
  '<iframe',
  '<foreignobject',
  '%pdf-',
  'javascript:',
  '<svg ',
]
const archiveEnd = 'PK\u0005\u0006\0\0\0\0'

function holdsMore(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (text.includes(archiveEnd)) return true
  const small = text.toLowerCase()
  return foreign.some((mark) => small.includes(mark))
}
