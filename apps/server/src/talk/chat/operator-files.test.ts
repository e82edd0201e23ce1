import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemIds } from '#core/ids.ts'
import type { ChatWorld, Talker } from '#testing/worlds/chat-world.ts'
import type { DeskCall, DeskCalls } from '#testing/desk/desk-calls.ts'
import { openInboxWorld } from '#testing/desk/inbox-world.ts'

const name = 'POST /api/console/talks/{talk}/file'
const lek = { name: 'lek', roles: ['support'] } as const
const marketing = { name: 'rin', roles: ['marketing'] } as const
const mb = 1024 * 1024

let world: ChatWorld
let desk: DeskCalls
let close: () => Promise<void>
let talker: Talker
let talk: string
let picture: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  ;({ world, desk, close } = await openInboxWorld())
  const raw = { width: 900, height: 600, channels: 3 } as const
  const made = sharp(Buffer.alloc(900 * 600 * 3, 90), { raw })
  picture = new Uint8Array(
    await made
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer(),
  )
  talker = world.talkerOf(await world.addPlayer(0n, []))
  await talker.press('person')
  await talker.say('ขอดูหลักฐาน')
  const { body } = await desk.call('GET /api/console/inbox/{box}', {
    as: lek,
    input: { box: 'all' },
  })
  talk = body.rows[0].talk
})
afterAll(() => close())

type FileCall = { file?: DeskCall['file']; as?: DeskCall['as']; key?: string; talk?: string }
const send = ({ as = lek, key = systemIds.key(), ...rest }: FileCall = {}) =>
  desk.call(name, {
    as,
    key,
    file: rest.file ?? { bytes: picture, name: 'slip.jpg' },
    input: { talk: rest.talk ?? talk },
  })
const shown = async () =>
  (await talker.history()).flatMap(({ message }) =>
    message.message_type === 'media' ? [message.payload] : [],
  )
const kept = () =>
  readdirSync(join(world.dataDir, 'uploads/chat')).filter((file) => file !== 'incoming')
const incoming = () => readdirSync(join(world.dataDir, 'uploads/chat/incoming'))
const look = async (path: string) =>
  Buffer.from(await (await fetch(world.address + path)).arrayBuffer())
const video = () => {
  const bytes = new Uint8Array(2_000)
  bytes.set(Buffer.from('00000018667479706d703432', 'hex'))
  return bytes
}

describe('what arrives', () => {
  test('DESK-113 a picture is encoded again and shown to the customer in two sizes, with the act in the trail', async () => {
    const { status, body } = await send()
    expect([status, body.writer, body.operator]).toEqual([200, 'person', 'lek'])
    const [payload] = await shown()
    expect(payload).toMatchObject({ fileType: 'image', name: 'slip.jpg', width: 900, height: 600 })
    const whole = await look(payload!.filePath)
    expect(await sharp(whole).metadata()).toMatchObject({ width: 900, format: 'jpeg' })
    expect(whole.includes('SECRET-PLACE')).toBe(false)
    expect(await sharp(await look(payload!.thumbnail!)).metadata()).toMatchObject({ width: 480 })
    const [act] = await world.database.db.query<{ actor: string; after: { bytes: number } }>(
      `select actor, after from core_audit where action = 'chat.reply' order by id desc limit 1`,
    )
    expect(act).toMatchObject({ actor: 'operator:lek', after: { bytes: picture.length } })
  })

  test('DESK-113 a video comes unchanged, and its name is only ever text', async () => {
    const bytes = video()
    const hostile = '"><script>alert(1)</script>\u202egpj.mp4'
    expect((await send({ file: { bytes, name: hostile } })).status).toBe(200)
    const [payload] = await shown()
    expect(payload).toMatchObject({ fileType: 'video' })
    expect(payload!.name).not.toContain('\u202e')
    expect(new Uint8Array(await look(payload!.filePath))).toEqual(bytes)
  })

  test('DESK-113 sent twice at once and once more later it is one message; another file under the key is refused', async () => {
    const before = (await shown()).length
    const key = systemIds.key()
    // The gate takes two uploads of one sender at once.
    const sent = await Promise.all([send({ key }), send({ key })])
    sent.push(await send({ key }))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(sent.map(({ body }) => body._id)).size).toBe(1)
    expect(await shown()).toHaveLength(before + 1)
    const other = await send({ key, file: { bytes: video(), name: 'slip.jpg' } })
    expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED'])
    expect(incoming()).toEqual([])
  })

  test('DESK-115 files of operators are counted for the operator, and not for the customer', async () => {
    const used = (
      await world.database.db.query('select from chatfiles_file where operator = $1', ['lek'])
    ).length
    await world.set('chat.fileDayMax', used + 1)
    expect((await send()).status).toBe(200)
    expect((await send()).body.code).toBe('REQUEST_LIMIT')
    for (let at = 0; at <= used; at += 1)
      expect((await talker.upload('image', picture)).status, String(at)).toBe(200)
    expect((await talker.upload('image', picture)).status).toBe(429)
    await world.set('chat.fileDayMax', 600)
  })
})

describe('at once', () => {
  test('DESK-141 of two files that an operator sends at once no more are kept than the day allows, and the other leaves nothing', async () => {
    const { db, ownerDb } = world.database
    const som = { name: 'som', roles: ['support'] } as const
    await world.set('chat.fileDayMax', 1)
    const before = [(await shown()).length, kept().length]
    const file = { bytes: video(), name: 'clip.mp4' }
    const waiting = async () =>
      (await db.query('select from pg_locks where not granted and pid <> pg_backend_pid()')).length
    try {
      // Neither is inserted before both have come as far as that.
      const sent = await ownerDb.begin(async (tx) => {
        await tx.query('lock table chatfiles_file in share mode')
        const all = Promise.all([send({ as: som, file }), send({ as: som, file })])
        const found = { timeout: 1_500, interval: 20 }
        await vi.waitFor(async () => expect(await waiting()).toBe(2), found)
        return { all }
      })
      const answers = await sent.all
      const codes = answers.map(({ status, body }) => (status === 200 ? 'sent' : body.code))
      expect(codes.toSorted((one, other) => one.localeCompare(other))).toEqual([
        'REQUEST_LIMIT',
        'sent',
      ])
      expect([(await shown()).length, kept().length]).toEqual([before[0]! + 1, before[1]! + 1])
      expect(incoming()).toEqual([])
    } finally {
      await world.set('chat.fileDayMax', 600)
    }
  })
})

describe('what is refused', () => {
  const wrong: [string, () => Uint8Array<ArrayBuffer>, string][] = [
    ['markup that is called a picture', () => bytesOf('<svg onload="alert(1)"/>'), 'FILE_WRONG'],
    ['a page', () => bytesOf('<!doctype html><script>alert(1)</script>'), 'FILE_WRONG'],
    ['a program', () => bytesOf('\u007fELF'), 'FILE_WRONG'],
    ['nothing', () => new Uint8Array(0), 'FILE_WRONG'],
    ['half a picture', () => picture.slice(0, 400), 'FILE_WRONG'],
    ['a picture of 11 MB', () => padded(11 * mb), 'REQUEST_TOO_LARGE'],
    ['anything of 21 MB', () => padded(21 * mb), 'REQUEST_TOO_LARGE'],
  ]
  test.each(wrong)('DESK-114 %s leaves no file and no message', async (_, make, code) => {
    const before = [(await shown()).length, kept().length]
    const { status, body } = await send({ file: { bytes: make(), name: 'x.jpg' } })
    expect(body.code).toBe(code)
    expect(status).toBe(code === 'FILE_WRONG' ? 415 : 413)
    expect([(await shown()).length, kept().length]).toEqual(before)
    expect(incoming()).toEqual([])
  })

  test('DESK-114 refused: a reader, a caller without a session, a guessed talk, and a call without a key', async () => {
    expect((await send({ as: marketing })).body.code).toBe('NO_RIGHT')
    const input = { talk }
    const file = { bytes: picture, name: 'a.jpg' }
    expect((await desk.call(name, { input, file, key: systemIds.key() })).status).toBe(401)
    expect((await send({ talk: 'ABCDEFGHJKMN' })).body.code).toBe('NOT_FOUND')
    expect((await desk.call(name, { as: lek, input, file })).body.code).toBe('KEY_MISSING')
    expect(incoming()).toEqual([])
  })

  function padded(bytes: number): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(bytes)
    all.set(picture)
    return all
  }
})

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text))
}
