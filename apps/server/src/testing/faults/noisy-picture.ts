import sharp from 'sharp'

const [width, height] = [8_000, 5_000]
const block = 16

/** Forty million pixels without a code in 1 MB: the most expensive picture of that size to decode and to search. */
export async function noisyPng(options: { progressive?: boolean } = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height)
  const row = Buffer.alloc(width)
  let state = 1
  for (let y = 0; y < height; y += 1) {
    if (y % block === 0)
      for (let x = 0; x < width; x += block) {
        state ^= state << 13
        state ^= state >>> 17
        state ^= state << 5
        row.fill(state & 1 ? 255 : 0, x, x + block)
      }
    row.copy(pixels, y * width)
  }
  const raw = { width, height, channels: 1 } as const
  return sharp(pixels, { raw, limitInputPixels: false })
    .toColourspace('b-w')
    .png(options)
    .toBuffer()
}
