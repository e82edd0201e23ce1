import type { PictureProblem } from '@kapao/contract/console/problems'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Hostile = { what: string; bytes: Buffer; name?: string; problem: PictureProblem }

const text = (words: string): Buffer => Buffer.from(words, 'latin1')
const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const script = '<script>alert(1)</script>'
const png = '89504e470d0a1a0a'
const megabyte = 1024 * 1024

/** Sixty files that must not become pictures of the house, each with the reason that its sender gets. */
export async function hostilePictures(): Promise<Hostile[]> {
  const good = await goodPictures()
  return [...noPictures(), ...broken(good), ...tooMuch(good), ...withMore(good)]
}

async function goodPictures() {
  const create = { width: 90, height: 60, channels: 3, background: '#a05' } as const
  const drawn = sharp({ create, limitInputPixels: false })
  return {
    png: await drawn.clone().png().toBuffer(),
    jpeg: await drawn.clone().jpeg().toBuffer(),
    gif: await drawn.clone().gif().toBuffer(),
    webp: await drawn.clone().webp({ lossless: true }).toBuffer(),
  }
}
type Good = Awaited<ReturnType<typeof goodPictures>>

/** Whatever it is called, and whatever type it is sent as. */
function noPictures(): Hostile[] {
  const files: Record<string, Buffer> = {
    'an SVG': text('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'an SVG with a script': text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    'an SVG behind a mark of order': text(`\u00ef\u00bb\u00bf<svg onload="alert(1)"/>`),
    'an SVG with entities': text('<!DOCTYPE svg [<!ENTITY a "&a;&a;">]><svg>&a;</svg>'),
    'an SVG that includes a file': text('<svg><image href="file:///etc/passwd"/></svg>'),
    'a packed SVG': hex('1f8b0800 00000000 0003'),
    'a page': text(`<!doctype html><html>${script}</html>`),
    'a page that begins with a blank': text(` \n<html>${script}</html>`),
    'a script': text('alert(1)'),
    'a program of a server': text('<?php system($_GET[0]); ?>'),
    'a shell script': text('#!/bin/sh\nrm -rf /'),
    'a document': text('%PDF-1.7\n1 0 obj'),
    PostScript: text('%!PS-Adobe-3.0 EPSF-3.0'),
    'an archive': hex('504b0304 14000000 0800'),
    'a program of Windows': text('MZ\u0090\0\u0003'),
    'a program of Linux': hex('7f454c46 02010100'),
    WebAssembly: hex('0061736d 01000000'),
    'a bitmap': text('BM\u009a\0\0\0\0\0\0\0'),
    'a TIFF': hex('49492a00 08000000'),
    'an icon': hex('00000100 01001010'),
    'a picture of Photoshop': text('8BPS\0\u0001'),
    'an AVIF': hex('0000001c 66747970 61766966 00000000'),
    'a HEIC': hex('0000001c 66747970 68656963 00000000'),
    'a JPEG XL': hex('ff0a 0000 0000'),
    'a video': hex('00000018 66747970 6d703432 00000000'),
    'a sound': text('RIFF\0\0\0\0WAVEfmt '),
    'text that looks like a GIF': text('GIF87b...............'),
    'a PNG that went through a text editor': hex('89504e47 0a1a0a 0000'),
    'one byte': hex('89'),
    nothing: Buffer.alloc(0),
  }
  return Object.entries(files).map(([what, bytes]) => ({ what, bytes, problem: 'kind' }))
}

function broken({ png: whole, jpeg, gif, webp }: Good): Hostile[] {
  const changed = Buffer.concat([whole])
  changed[whole.indexOf('IDAT') + 8]! ^= 0xff
  const files: Record<string, Buffer> = {
    'the first bytes of a PNG': hex(png),
    'half a PNG': whole.subarray(0, whole.indexOf('IDAT') + 6),
    'a PNG with a changed byte': changed,
    'a PNG without a width': pngOf(0, 10),
    'a PNG without pixels': pngOf(10, 10),
    'the first bytes of a JPEG': hex('ffd8ffe0 0010'),
    'half a JPEG': jpeg.subarray(0, 200),
    'a JPEG of zeros': Buffer.concat([hex('ffd8ff'), Buffer.alloc(500)]),
    'the first bytes of a GIF': text('GIF89a'),
    'half a GIF': gif.subarray(0, 20),
    'a GIF that is a script': text('GIF89a=1;alert(document.domain)//'),
    'a GIF that is a comment of a script': text('GIF89a/*'.padEnd(60, 'x')),
    'the first bytes of a WebP': text('RIFF\u0010\0\0\0WEBPVP8 '),
    'half a WebP': webp.subarray(0, webp.length >> 1),
  }
  return Object.entries(files).map(([what, bytes]) => ({ what, bytes, problem: 'broken' }))
}

function tooMuch({ jpeg }: Good): Hostile[] {
  const large = Buffer.from(jpeg)
  const frame = large.indexOf(hex('ffc0'))
  large.writeUInt16BE(65_000, frame + 5)
  large.writeUInt16BE(65_000, frame + 7)
  const gif = Buffer.concat([
    text('GIF89a'),
    hex('ffff ffff 000000 2c00000000 ffff ffff 00 02 00 3b'),
  ])
  return [
    { what: 'a PNG of a thousand million pixels', bytes: pngOf(32_000, 32_000), problem: 'pixels' },
    { what: 'a PNG of 40 million pixels and a row', bytes: pngOf(8_000, 5_001), problem: 'pixels' },
    { what: 'a JPEG of four thousand million pixels', bytes: large, problem: 'pixels' },
    { what: 'a GIF of four thousand million pixels', bytes: gif, problem: 'pixels' },
    {
      what: '11 MB',
      bytes: Buffer.concat([hex(png), Buffer.alloc(11 * megabyte)]),
      problem: 'bytes',
    },
    { what: '11 MB of a page', bytes: Buffer.alloc(11 * megabyte, script), problem: 'bytes' },
  ]
}

/** All of them are pictures, too. */
function withMore({ png: whole, jpeg, gif, webp }: Good): Hostile[] {
  const comment = text(script)
  const inJpeg = Buffer.concat([hex('fffe'), lengthOf(comment, 2), comment])
  const inGif = Buffer.concat([hex('21fe'), Buffer.from([comment.length]), comment, hex('00')])
  const zip = Buffer.concat([
    hex('504b0304'),
    Buffer.alloc(30),
    hex('504b0506 00000000'),
    Buffer.alloc(14),
  ])
  const files: Record<string, Buffer> = {
    'a PNG with a page behind it': Buffer.concat([whole, text(`<html>${script}`)]),
    'a PNG with a script in a text': Buffer.concat([
      whole.subarray(0, 33),
      chunkOf('tEXt', text(`Title\0${script}`)),
      whole.subarray(33),
    ]),
    'a PNG with a program behind it': Buffer.concat([whole, text('<?php system(1); ?>')]),
    'a PNG with a document behind it': Buffer.concat([whole, text('%PDF-1.4')]),
    'a PNG with an archive behind it': Buffer.concat([whole, zip]),
    'a JPEG with a script in a comment': Buffer.concat([
      jpeg.subarray(0, 2),
      inJpeg,
      jpeg.subarray(2),
    ]),
    'a JPEG with an archive behind it': Buffer.concat([jpeg, zip]),
    'a GIF with a script in a comment': Buffer.concat([gif.subarray(0, -1), inGif, hex('3b')]),
    'a WebP with a page behind it': Buffer.concat([webp, text('<!DOCTYPE HTML>')]),
    'a WebP with a drawing behind it': Buffer.concat([webp, text('<SVG onload=alert(1)>')]),
  }
  return Object.entries(files).map(([what, bytes]) => ({ what, bytes, problem: 'more' }))
}

/** A PNG whose head promises this size; its pixels are one row of zeros. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const row = deflateSync(Buffer.alloc(width > 10 ? width * 3 + 1 : 0))
  return Buffer.concat([hex(png), chunkOf('IHDR', head), chunkOf('IDAT', row), chunkOf('IEND')])
}

function chunkOf(kind: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([text(kind), data])
  return Buffer.concat([lengthOf(data, -4), body, crcOf(body)])
}

/** Of a JPEG's segment the two bytes of the length count, too. */
function lengthOf({ length }: Buffer, bytes: 2 | -4): Buffer {
  const made = Buffer.alloc(Math.abs(bytes))
  if (bytes === 2) made.writeUInt16BE(length + 2)
  else made.writeUInt32BE(length)
  return made
}

function crcOf(bytes: Buffer): Buffer {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  const made = Buffer.alloc(4)
  made.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return made
}
