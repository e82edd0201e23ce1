import type { Banner } from '@kapao/contract/fields'
import { languages, type Language } from '@kapao/contract/limits'
import sharp from 'sharp'
import { rm } from 'node:fs/promises'
import { addressOf } from '#records/pictures/address.ts'
import { storePicture, type KeepDeps } from '#records/pictures/keep.ts'

/** The purpose of a bonus, drawn in lines around its middle. */
const motifs = {
  /** A parcel with a bow. */
  gift: 'M-46-14h92v26h-92zM-38 12h76v48h-76zM0-14v74M0-14c-30 0-40-10-40-24 0-24 38-18 40 24M0-14c30 0 40-10 40-24 0-24-38-18-40 24',
  /** The morning sun. */
  sun: 'M0-28a28 28 0 1 0 0 56 28 28 0 0 0 0-56M0-62v14M0 48v14M-62 0h14M48 0h14M-44-44l10 10M34 34l10 10M-44 44l10-10M34-34l10-10',
  /** A calendar page with two days marked. */
  week: 'M-54-40H54V54H-54zM-54-14H54M-28-54v24M28-54v24M-30 6h.1M0 6h.1M30 6h.1M-30 32h.1M-12 32l10 10 22-24',
  /** Three reels in their frame. */
  reels: 'M-66-38H66V42H-66zM-22-38v80M22-38v80M-54-10h22L-48 18M-11-10h22L-5 18M33-10h22L39 18',
  /** A medal on its ribbon. */
  medal:
    'M-30-62l18 40M30-62L12-22M0-24a34 34 0 1 0 0 68 34 34 0 0 0 0-68M0-8l7 14 15 2-11 10 3 15-14-7-14 7 3-15-11-10 15-2z',
} as const
export type Motif = keyof typeof motifs

/** Keeps a drawing of ours as a picture of the house, and answers its address. */
export type AddDrawing = (svg: string) => Promise<string>

export function openDrawings(
  deps: Pick<KeepDeps, 'db' | 'clock' | 'folder'>,
  requestId: string,
): AddDrawing {
  return async (svg) => {
    const path = await deps.folder.newIncoming()
    try {
      const { width, height } = await sharp(Buffer.from(svg)).webp({ quality: 90 }).toFile(path)
      const by = { actor: 'system:seed', requestId } as const
      const { file } = await storePicture(deps, path, { width, height, codes: [], by })
      return addressOf(file)
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** A motif in front of rays; the words of a banner are in its markup, where screen readers find them. */
export function drawingOf({ color, motif }: { color: string; motif: Motif }): string {
  const rays = Array.from({ length: 12 }, (_, at) => {
    const turn = at * 30
    return `<path d="M480 90 L900 60 L900 120Z" fill="#fff" fill-opacity=".07" transform="rotate(${turn} 480 90)"/>`
  }).join('')
  const drawing = `<g transform="translate(480 92)" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${motifs[motif]}" stroke="#3a2500" stroke-opacity=".35" stroke-width="16"/><path d="${motifs[motif]}" stroke="#ffd98a" stroke-width="7"/></g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="400" viewBox="0 0 640 200"><rect width="640" height="200" fill="${color}"/>${rays}${drawing}</svg>`
}

const draw = (color: string, shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="640" viewBox="0 0 640 320"><rect width="640" height="320" fill="${color}"/>${shapes}</svg>`
const person = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size})" fill="#e9f1f7"><circle r="26"/><path d="M-44 84a44 44 0 0 1 88 0z"/></g>`
const coin = (x: number, y: number, r: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#f5b83d"/><circle cx="${x}" cy="${y}" r="${r * 0.76}" fill="none" stroke="#fff3d0" stroke-width="${r / 10}"/>`
const path = (d: string): string =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="6" stroke-dasharray="2 16" stroke-linecap="round"/>`

/** A member and invited friends, with the rewards along the way. */
const friends = draw(
  '#1f4b6e',
  path('M320 150C250 90 190 110 140 160') +
    path('M320 150C390 90 450 110 500 160') +
    person(320, 150, 1.35) +
    person(130, 190, 0.9) +
    person(510, 190, 0.9) +
    coin(225, 98, 20) +
    coin(415, 98, 20),
)
/** A purse that an arrow returns to. */
const wayBack = draw(
  '#5b2a5e',
  '<path d="M416.7 92.3A118 118 0 1 0 416.7 227.7" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="18" stroke-linecap="round"/><path d="M440 126L446 74L392 111Z" fill="#fff" fill-opacity=".75"/>' +
    coin(320, 160, 60) +
    coin(500, 250, 22) +
    coin(160, 70, 16),
)

const inviteWords = {
  th: '<h3>ชวนเพื่อนมาเล่น</h3><p>ส่งลิงก์ของคุณ แล้วรับส่วนแบ่งจากยอดเสียสุทธิของเพื่อนแต่ละคน</p>',
  la: '<h3>ຊວນໝູ່ມາຫຼິ້ນ</h3><p>ສົ່ງລິ້ງຂອງທ່ານ ແລ້ວຮັບສ່ວນແບ່ງຈາກຍອດເສຍສຸດທິຂອງໝູ່ແຕ່ລະຄົນ</p>',
  en: '<h3>Invite your friends</h3><p>Send your link and earn a share of each friend’s net losses.</p>',
} as const
const refundWords = {
  th: '<h3>เสียแล้วได้คืน</h3><p>ทุกสัปดาห์ ระบบคืนส่วนหนึ่งของยอดที่คุณเสีย</p>',
  la: '<h3>ເສຍແລ້ວໄດ້ຄືນ</h3><p>ທຸກອາທິດ ລະບົບຄືນສ່ວນໜຶ່ງຂອງຍອດທີ່ທ່ານເສຍ</p>',
  en: '<h3>Money back on losses</h3><p>Every week we give back part of what you lost.</p>',
} as const

type BannerName = `${'invite' | 'refund'}.banners.${Language}`

/** The banners of the invite and refund screens of a fresh copy. */
export async function bannerSettings(add: AddDrawing): Promise<Record<BannerName, Banner[]>> {
  const [inviteImage, refundImage] = [await add(friends), await add(wayBack)]
  const entries = languages.flatMap((language): [BannerName, Banner[]][] => [
    [`invite.banners.${language}`, [{ image: inviteImage, html: inviteWords[language] }]],
    [`refund.banners.${language}`, [{ image: refundImage, html: refundWords[language] }]],
  ])
  return Object.fromEntries(entries) as Record<BannerName, Banner[]>
}
