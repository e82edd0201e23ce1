import { deflateSync } from 'node:zlib'

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

function crc(bytes: Buffer): number {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}

/** An uncompressed picture, three bytes a pixel, so that its upload takes a while. */
export function makePicture(side: number): Buffer {
  const rows = Buffer.alloc(side * (side * 3 + 1))
  for (let n = 0; n < rows.length; n += 1)
    rows[n] = n % (side * 3 + 1) === 0 ? 0 : (n * 2_654_435_761) >>> 24
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture as a file chooser provides it. */
export const picture = (name: string, buffer = makePicture(64)) => ({
  name,
  mimeType: 'image/png',
  buffer,
})
