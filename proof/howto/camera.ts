import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'

const run = promisify(execFile)

const bytesMax = 400 * 1024
const size = { width: 540, height: 1110 }
/** From fine to coarse: the first that is small enough is kept. */
const qualities = [26, 30, 34, 38]

type Frame = { file: string; at: number }

export type Camera = {
  /** Seconds since the first picture. */
  now: () => number
  /** Ends the film and packs it into a file; answers its bytes. */
  pack: (file: string) => Promise<number>
}

/** Says what is missing where the program that packs films is not installed. */
export async function requirePacker(): Promise<void> {
  await run('ffmpeg', ['-version']).catch(() => {
    throw new Error(
      'ffmpeg is missing, which packs the films. On Debian: apt-get install ffmpeg. Nothing was recorded.',
    )
  })
}

/** Films what a page shows, picture by picture, as the browser draws it. */
export async function openCamera(page: Page): Promise<Camera> {
  const folder = await mkdtemp(join(tmpdir(), 'kapao-film-'))
  const frames: Frame[] = []
  const writing: Promise<void>[] = []
  const client = await page.context().newCDPSession(page)
  const startedAt = Date.now() / 1000
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(5, '0')}.jpg`)
    frames.push({ file, at: metadata.timestamp ?? Date.now() / 1000 })
    writing.push(writeFile(file, Buffer.from(data, 'base64')))
    void client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await client.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 92,
    maxWidth: size.width,
    maxHeight: size.height,
  })
  return {
    now: () => Date.now() / 1000 - (frames[0]?.at ?? startedAt),
    pack: async (file) => {
      await client.send('Page.stopScreencast')
      await Promise.all(writing)
      try {
        return await packFrames(frames, join(folder, 'frames.txt'), file)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

async function packFrames(frames: readonly Frame[], list: string, file: string): Promise<number> {
  const last = frames.at(-1)
  if (!last) throw new Error('the browser gave no picture')
  const end = Date.now() / 1000
  const lines = frames.map(({ file, at }, place) => {
    const seconds = Math.max(0.02, (frames[place + 1]?.at ?? end) - at)
    return `file '${file}'\nduration ${seconds.toFixed(3)}\n`
  })
  // The packer forgets how long the last one lasts, unless it is named again.
  await writeFile(list, `${lines.join('')}file '${last.file}'\n`)
  for (const quality of qualities) {
    const shape = `fps=15,scale=${size.width}:${size.height}:force_original_aspect_ratio=decrease,pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2,format=yuv420p`
    const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list]
    const packing = ['-vf', shape, '-c:v', 'libx264', '-preset', 'slow', '-crf', String(quality)]
    await run('ffmpeg', [...input, ...packing, '-an', '-movflags', '+faststart', file])
    const { size: bytes } = await stat(file)
    if (bytes <= bytesMax) return bytes
  }
  throw new Error(`${file} stays above ${bytesMax} bytes: make the film shorter`)
}
