import sharp, { type Sharp } from 'sharp'
import { renderSVG } from 'uqr'
import { paymentCode, slipCode } from './codes.ts'
import { cutName, maskAccount } from './masks.ts'
import type { Transfer } from './transfers.ts'
import { hourMs } from '../times.ts'

/** The pictures that a member may upload instead of the original saved by their bank. */
export const variants = {
  plain: 'As the bank saved it, PNG.',
  jpeg: 'As the bank saved it, JPEG.',
  small: 'Sent through a messenger, which made it small.',
  rotated: 'Turned a few degrees.',
  sideways: 'Turned by a quarter, as EXIF says.',
  blurred: 'Photographed without a steady hand.',
  dark: 'Photographed in the dark.',
  photo: 'A photo of another phone on a table.',
  screenshot: 'A screenshot with the bars of the phone.',
  edited: 'Another amount painted over it; the code stays.',
  forged: 'A code of a transfer that never was.',
  'other-bank': 'A code that names another bank; the reference stays.',
  damaged: 'A code whose checksum is wrong.',
  'no-qr': 'The code cut off.',
  'payment-qr': 'A code that asks for money instead.',
} as const

export type Variant = keyof typeof variants

const width = 1_080
const height = 1_700
const codeSize = 300
const codeAt = { x: 720, y: 1_330 }

export type Picture = { type: 'image/png' | 'image/jpeg'; bytes: Buffer }

/** Draws a slip. `seed` makes pictures of one variant differ: angle, blur, light and quality. */
export async function drawSlip(transfer: Transfer, variant: Variant, seed = 0): Promise<Picture> {
  const plain = sharp(Buffer.from(slipSvg(transfer, variant)))
  const step = (seed % 20) / 20
  if (variant === 'small')
    return jpeg(
      plain.resize({ width: Math.round(width * (0.4 + 0.4 * step)) }),
      45 + Math.round(30 * step),
    )
  if (variant === 'rotated') return jpeg(plain.rotate(3 + 22 * step, { background: '#8a8f98' }), 80)
  if (variant === 'sideways') return turnedByExif(plain)
  if (variant === 'blurred') return jpeg(plain.blur(0.8 + 1.8 * step), 75)
  if (variant === 'dark') return jpeg(plain.linear(0.18 + 0.25 * step, 4), 75)
  if (variant === 'photo') return photo(plain, step)
  if (variant === 'screenshot') return screenshot(plain)
  if (variant === 'jpeg') return jpeg(plain, 60 + Math.round(35 * step))
  return { type: 'image/png', bytes: await plain.png().toBuffer() }
}

async function jpeg(image: Sharp, quality: number): Promise<Picture> {
  const bytes = await image.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer()
  return { type: 'image/jpeg', bytes }
}

async function turnedByExif(image: Sharp): Promise<Picture> {
  const turned = await image.rotate(270).png().toBuffer()
  const bytes = await sharp(turned).flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  return { type: 'image/jpeg', bytes }
}

async function photo(image: Sharp, step: number): Promise<Picture> {
  const slip = await image
    .resize({ width: Math.round(1_100 + 500 * step) })
    .rotate(-12 + 24 * step, { background: '#3d342c' })
    .png()
    .toBuffer()
  const table = sharp({
    create: { width: 2_400, height: 3_200, channels: 3, background: '#3d342c' },
  })
  const laid = await table
    .composite([{ input: slip, gravity: 'centre' }])
    .png()
    .toBuffer()
  return jpeg(
    sharp(laid)
      .blur(0.6 + step)
      .linear(0.85, 8),
    70,
  )
}

async function screenshot(image: Sharp): Promise<Picture> {
  const slip = await image.resize({ width: 1_000 }).png().toBuffer()
  const screen = sharp({
    create: { width: 1_080, height: 2_340, channels: 3, background: '#10131a' },
  })
  const bytes = await screen
    .composite([{ input: slip, left: 40, top: 380 }])
    .png()
    .toBuffer()
  return { type: 'image/png', bytes }
}

function codeText({ from, reference }: Transfer, variant: Variant): string | null {
  if (variant === 'no-qr') return null
  if (variant === 'payment-qr') return paymentCode('0812345678')
  if (variant === 'forged') return slipCode(from.bank, `${reference.slice(0, -4)}9999`)
  const otherBank = from.bank === 'SCB' ? 'KBANK' : 'SCB'
  const code = slipCode(variant === 'other-bank' ? otherBank : from.bank, reference)
  return variant === 'damaged'
    ? code.slice(0, -4) + (code.endsWith('0000') ? '0001' : '0000')
    : code
}

function slipSvg(transfer: Transfer, variant: Variant): string {
  const { from, to, amount, currency, reference } = transfer
  const code = codeText(transfer, variant)
  const shown = variant === 'edited' ? `9${amount}` : amount
  const text = (y: number, size: number, line: string) =>
    `<text x="90" y="${y}" font-size="${size}" font-family="Noto Sans Thai, Noto Sans Lao, sans-serif" fill="${y < 150 ? '#ffffff' : '#1d2433'}">${escape(line)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#ffffff"/>
    <rect width="${width}" height="150" fill="#0f7a5a"/>
    ${text(98, 54, currency === 'LAK' ? 'ໂອນເງິນສຳເລັດ' : 'โอนเงินสำเร็จ')}
    ${text(240, 36, dateOf(transfer))}
    ${text(380, 40, from.nameTH === null ? cutName(from.name, 'MR.') : cutName(from.nameTH, 'นาย'))}
    ${text(440, 36, `${from.bank} ${maskAccount(from.accountNo)}`)}
    ${text(580, 40, to.nameTH ?? to.name)}
    ${text(640, 36, `${to.bank} ${maskAccount(to.accountNo)}`)}
    ${text(800, 34, currency === 'LAK' ? 'ເລກອ້າງອີງ' : 'เลขที่รายการ')}
    ${text(850, 34, reference)}
    ${text(990, 34, currency === 'LAK' ? 'ຈຳນວນ' : 'จำนวน')}
    ${text(1060, 64, `${shown} ${currency === 'LAK' ? 'ກີບ' : 'บาท'}`)}
    ${text(1180, 34, currency === 'LAK' ? 'ຄ່າທຳນຽມ 0' : 'ค่าธรรมเนียม 0.00 บาท')}
    ${code === null ? '' : `<svg x="${codeAt.x}" y="${codeAt.y}" width="${codeSize}" height="${codeSize}" ${codeMarkup(code)}`}
  </svg>`
}

/** The code's own drawing, scaled to fit the slip. */
function codeMarkup(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 3 }).replace(/^<svg/, '')
}

function dateOf({ at }: Transfer): string {
  const local = new Date(at.getTime() + 7 * hourMs).toISOString()
  const [year, month, day] = local.slice(0, 10).split('-')
  return `${day}/${month}/${Number(year) + 543} ${local.slice(11, 19)}`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
