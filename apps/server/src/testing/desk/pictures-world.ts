import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'uqr'
import sharp from 'sharp'
import { systemIds } from '#core/ids.ts'
import { openUploads } from '#core/uploads/uploads.ts'
import type { BucketAddress } from '#core/buckets/address.ts'
import { openPictures, type HousePictures } from '#records/pictures/open.ts'
import type { TestDatabase } from '../database/database.ts'
import { movableClock, startTestApp, testConfig, type TestApp } from '../worlds/test-app.ts'
import { openDeskCalls, type DeskAnswer, type DeskCall, type DeskCalls } from './desk-calls.ts'

export type PicturesWorld = HousePictures & {
  app: TestApp
  desk: DeskCalls
  add: (
    bytes: Uint8Array,
    given?: { as?: NonNullable<DeskCall['as']>; name?: string },
  ) => Promise<DeskAnswer>
  /** Files that are kept, and those that are being received or written. */
  kept: () => string[]
  incoming: () => string[]
  close: () => Promise<void>
}

export const marketing = { name: 'rin', roles: ['marketing'] } as const

/** The store of the house's pictures, as operators fill it and members see it. */
export async function openPicturesWorld(
  database: Pick<TestDatabase, 'db'>,
  { dataDir, uploadsBucket = null }: { dataDir: string; uploadsBucket?: BucketAddress | null },
): Promise<PicturesWorld> {
  const clock = movableClock()
  const config = { ...testConfig, dataDir, uploadsBucket }
  const uploads = openUploads({ config, clock, ids: systemIds })
  const pictures = openPictures({ db: database.db, clock }, { uploads })
  const app = await startTestApp(database, { clock, registerCalls: pictures.registerCalls! })
  const desk = await openDeskCalls(pictures.registerConsole!, { clock })
  const filesIn = (folder: string): string[] => {
    try {
      return readdirSync(join(dataDir, folder)).filter((name) => name !== 'incoming')
    } catch {
      return []
    }
  }
  return {
    ...pictures,
    app,
    desk,
    add: (bytes, { as = marketing, name = 'banner.png' } = {}) =>
      desk.call('POST /api/console/pictures', {
        as,
        file: { bytes: new Uint8Array(bytes), name },
      }),
    kept: () => filesIn('uploads/pictures'),
    incoming: () => filesIn('uploads/pictures/incoming'),
    close: async () => {
      await desk.close()
      await app.close()
      await uploads.close()
    },
  }
}

/** A plain picture; another color is another picture. */
export function plainPicture(color = '#1f4b6e', size = { width: 320, height: 200 }) {
  return sharp({ create: { ...size, channels: 3, background: color } })
    .png()
    .toBuffer()
}

type CodeColors = { dark?: string; light?: string; ground?: string | null }

/** A picture with a QR code in it, in these colors. */
export async function pictureWithCode(
  words: string,
  { dark = '#000', light = '#fff', ground = '#1f4b6e' }: CodeColors = {},
): Promise<Buffer> {
  const { data, size } = encode(words, { border: 3 })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`<path d="M${x} ${y}h1v1h-1z" fill="${dark}"/>`] : [])),
  )
  const back = ground === null ? '' : `<path d="M0 0h${size * 2}v${size * 2}H0z" fill="${ground}"/>`
  const field = light === 'none' ? '' : `<path d="M0 0h${size}v${size}H0z" fill="${light}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" viewBox="0 0 ${size * 2} ${size * 2}" shape-rendering="crispEdges">${back}<g transform="translate(${size / 2} ${size / 2})">${field}${squares.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** The address of a picture that only a row knows: enough to decide about it. */
export async function insertPicture(
  { db }: Pick<TestDatabase, 'db'>,
  letter: string,
  codes: readonly string[] = [],
): Promise<string> {
  const file = `${letter.repeat(43)}.webp`
  await db.query(
    `insert into pictures_picture (file, size, width, height, codes, by, at)
     values ($1, 1, 1, 1, $2, 'operator:rin', now())`,
    [file, codes],
  )
  return `/pictures/${file}`
}
