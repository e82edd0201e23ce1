import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { picturesDayMax, picturesMax } from '@kapao/contract/console/picture-limits'
import { dayMs } from '@kapao/contract/times'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskAnswer } from '#testing/desk/desk-calls.ts'
import { hostilePictures } from '#testing/attacks/hostile-pictures.ts'
import {
  marketing,
  openPicturesWorld,
  pictureWithCode,
  plainPicture,
  type PicturesWorld,
} from '#testing/desk/pictures-world.ts'
import { startSandbox } from '#testing/doubles/sandbox.ts'
import { sandboxBucket } from '#testing/doubles/upload-bucket.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'

const database = testDatabase()
const dataDir = tempFolder()
let world: PicturesWorld
beforeAll(async () => {
  world = await openPicturesWorld(database, { dataDir })
})
afterAll(() => world.close())

test('SCREEN-38 with a bucket a picture that one machine has taken is shown by another', async () => {
  const sandbox = await startSandbox()
  const uploadsBucket = sandboxBucket(sandbox.url)
  const [there, elsewhere] = await Promise.all([
    openPicturesWorld(database, { dataDir: join(dataDir, 'a'), uploadsBucket }),
    openPicturesWorld(database, { dataDir: join(dataDir, 'b'), uploadsBucket }),
  ])
  try {
    const { body } = await there.add(await plainPicture('#b0c4e7'))
    expect([there.kept(), there.incoming()]).toEqual([[], []])
    const answer = await fetch(elsewhere.app.address + body.address)
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, body.bytes])
    // What was shown once is there while the bucket is away.
    await sandbox.stop()
    expect((await fetch(elsewhere.app.address + body.address)).status).toBe(200)
  } finally {
    await there.close()
    await elsewhere.close()
    await sandbox.stop()
  }
})

const rows = async () =>
  Number((await database.db.query<{ n: bigint }>('select count(*) n from pictures_picture'))[0]!.n)
const list = (after?: string) =>
  world.desk.call('GET /api/console/pictures/list', {
    as: marketing,
    input: after ? { after } : {},
  })
const see = (address: string) => fetch(`${world.app.address}${address}`)

describe('a picture', () => {
  test('SCREEN-37 is rewritten and named by the hash of what is kept, and added once however often it comes', async () => {
    const bytes = await sharp(await plainPicture('#123456', { width: 2_400, height: 1_200 }))
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer()
    const before = await rows()
    const answers = await Promise.all([world.add(bytes), world.add(bytes)])
    answers.push(await world.add(bytes, { as: { name: 'lek', roles: ['owner'] } }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [{ body }] = answers as [DeskAnswer, ...DeskAnswer[]]
    for (const answer of answers) expect(answer.body).toEqual(body)
    expect(body).toMatchObject({ width: 1_600, height: 800, codes: [], by: 'operator:rin' })
    expect(await rows()).toBe(before + 1)
    const file = body.address.slice('/pictures/'.length)
    const kept = readFileSync(join(dataDir, 'uploads/pictures', file))
    expect(file).toBe(`${createHash('sha256').update(kept).digest('base64url')}.webp`)
    expect(kept.length).toBe(body.bytes)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 1_600 })
    expect(kept.includes('SECRET-PLACE')).toBe(false)
    expect(world.incoming()).toEqual([])
  })

  test.each([
    ['a PNG', 'png'],
    ['a JPEG', 'jpeg'],
    ['a GIF', 'gif'],
    ['a WebP', 'webp'],
  ] as const)('SCREEN-37 %s is taken, with what shines through it', async (_what, format) => {
    const create = { width: 40, height: 30, channels: 4, background: '#ff000000' } as const
    const bytes = await sharp({ create }).toFormat(format).toBuffer()
    const { status, body } = await world.add(bytes)
    expect([status, body.width, body.height]).toEqual([200, 40, 30])
    const { hasAlpha } = await sharp(
      Buffer.from(await (await see(body.address)).arrayBuffer()),
    ).metadata()
    expect(hasAlpha).toBe(format !== 'jpeg')
  })

  test('SCREEN-38 is shown to everybody under its own address, as nothing but a picture that never changes', async () => {
    const { body } = await world.add(await plainPicture('#0a0b0c'))
    const answer = await see(body.address)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await answer.arrayBuffer()).byteLength).toBe(body.bytes)
    for (const other of [
      '/pictures/x.webp',
      `/pictures/${'A'.repeat(43)}.webp`,
      '/pictures/..%2f..%2fslips%2fx.webp',
      body.address.replace('.webp', '.html'),
    ]) {
      const missing = await see(other)
      expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    }
  })

  test('SCREEN-37 that was lost is kept again when it comes again', async () => {
    const bytes = await plainPicture('#c0ffee')
    const { body } = await world.add(bytes)
    rmSync(join(dataDir, 'uploads', body.address))
    expect((await see(body.address)).status).toBe(404)
    expect((await world.add(bytes)).body).toEqual(body)
    expect((await see(body.address)).status).toBe(200)
  })
})

describe('codes', () => {
  test.each([
    ['in black on white', {}],
    ['in white on black', { dark: '#fff', light: '#000' }],
    ['in white on nothing, seen on a dark page', { dark: '#fff', light: 'none', ground: null }],
    ['in black on nothing', { dark: '#000', light: 'none', ground: null }],
    ['in pale colors', { dark: '#b0b0b0', light: '#e0e0e0', ground: '#ffffff' }],
  ])('SCREEN-39 a QR code %s is read and stays with the picture', async (what, colors) => {
    const words = `https://line.me/ti/p/~${what.replaceAll(/\W/g, '')}`
    const { body } = await world.add(await pictureWithCode(words, colors))
    expect(body.codes).toEqual([words])
    expect((await list()).body.pictures[0].codes).toEqual([words])
  })

  test('SCREEN-39 a pale code beside a plain one is read, too', async () => {
    const [plain, pale] = [
      await pictureWithCode('our own'),
      await pictureWithCode('a thief’s', { dark: '#888', light: '#999', ground: '#999' }),
    ]
    const create = { width: 1_500, height: 800, channels: 3, background: '#999' } as const
    const both = await sharp({ create })
      .composite([
        { input: await sharp(plain).resize(700).toBuffer(), left: 20, top: 40 },
        { input: await sharp(pale).resize(700).toBuffer(), left: 760, top: 40 },
      ])
      .png()
      .toBuffer()
    expect((await world.add(both)).body.codes.toSorted()).toEqual(['a thief’s', 'our own'])
  })
})

test(
  'SCREEN-12 sixty hostile files are refused, each for its reason, and nothing of them is kept',
  { tags: 'long-2' },
  async () => {
    const hostile = await hostilePictures()
    expect(hostile).toHaveLength(60)
    const before = [await rows(), world.kept()]
    const answered: unknown[] = []
    for (const { what, bytes } of hostile) {
      const { status, body } = await world.add(bytes)
      answered.push([what, status, body.code, body.picture])
    }
    expect(answered).toEqual(hostile.map(({ what, problem }) => [what, 415, 'FILE_WRONG', problem]))
    expect([await rows(), world.kept()]).toEqual(before)
    expect(world.incoming()).toEqual([])
  },
)

describe('how many', () => {
  test(
    'SCREEN-40 of a hundred at once each is answered, and each that was taken is there',
    { tags: 'long-3' },
    async () => {
      const before = await rows()
      const pictures = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          plainPicture(`#${(1_118_481 + n * 150_001).toString(16)}`),
        ),
      )
      const names = ['ann', 'ben', 'cat', 'dan', 'eva']
      const seats = names.map((name) => ({ name, roles: ['marketing'] as const }))
      const answers = await Promise.all(
        pictures.map((bytes, n) => world.add(bytes, { as: seats[n % 5]! })),
      )
      const taken = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
      expect(taken.length).toBeGreaterThanOrEqual(5)
      expect(await rows()).toBe(before + taken.length)
      for (const { body } of taken) expect((await see(body.address)).status).toBe(200)
      expect(world.incoming()).toEqual([])
    },
  )

  test('SCREEN-40 one person adds so many a day, and the house keeps so many; what is refused is not kept', async () => {
    const insert = (by: string, count: number) =>
      database.db.query(
        `insert into pictures_picture (file, size, width, height, codes, by, at)
         select rpad($1 || n, 43, 'x') || '.webp', 1, 1, 1, '{}', 'operator:' || $1, $3
         from generate_series(1, $2::int) n`,
        [by, count, world.app.clock.now()],
      )
    await insert('max', picturesDayMax)
    const as = { name: 'max', roles: ['marketing'] as const }
    const kept = world.kept()
    const full = await world.add(await plainPicture('#777001'), { as })
    expect([full.body.code, full.body.picture]).toEqual(['FILE_WRONG', 'dayFull'])
    world.app.clock.moveMs(dayMs)
    expect((await world.add(await plainPicture('#777002'), { as })).status).toBe(200)
    await insert('all', picturesMax - (await rows()))
    const none = await world.add(await plainPicture('#777003'))
    expect([none.body.code, none.body.picture]).toEqual(['FILE_WRONG', 'storeFull'])
    expect(world.kept()).toHaveLength(kept.length + 1)
    const { body } = await list()
    expect(body.pictures).toHaveLength(60)
    const { body: more } = await list(body.next)
    expect(more.pictures[0].address).not.toBe(body.pictures.at(-1).address)
  })
})
