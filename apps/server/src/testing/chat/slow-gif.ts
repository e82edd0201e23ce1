import sharp from 'sharp'

const [width, height] = [300, 200]

/** A GIF of noise: small enough to be sent and slow to encode; more frames make it slower. */
export async function slowGif(frames: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = new Uint32Array((width * height * frames * 3) / 4)
  let state = 1
  for (let at = 0; at < noise.length; at += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    noise[at] = state
  }
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const
  const gif = await sharp(Buffer.from(noise.buffer), { raw, limitInputPixels: false })
    .gif({ effort: 1, dither: 0 })
    .toBuffer()
  return new Uint8Array(gif)
}
