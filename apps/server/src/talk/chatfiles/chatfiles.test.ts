import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openUploadFolder } from '#core/uploads/folder.ts'
import { createPictures } from '#core/uploads/pictures/pool.ts'
import { slowGif } from '#testing/chat/slow-gif.ts'
import type { Answer } from '#testing/worlds/test-app.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openChatWorld, type Talker } from '#testing/worlds/chat-world.ts'
import { openRaw } from '#testing/attacks/raw-socket.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { keepImage } from './keep.ts'

const world = testWorld(openChatWorld)
let mine: Talker
let picture: Uint8Array<ArrayBuffer>

const bytesOf = (buffer: Uint8Array) => new Uint8Array(buffer)
const mb = 1024 * 1024
const kept = () => readdirSync(join(world.dataDir, 'uploads/chat')).filter((n) => n !== 'incoming')
const incoming = () => readdirSync(join(world.dataDir, 'uploads/chat/incoming'))
const noise = async (width: number, height: number) => {
  const raw = { width, height, channels: 3 } as const
  return sharp(Buffer.alloc(width * height * 3, 120), { raw })
}
const fileAt = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.address + path, { headers })
const video = (brand: string, size = 64) => {
  const bytes = new Uint8Array(size)
  bytes.set(Buffer.from('0000001866747970', 'hex'))
  bytes.set(Buffer.from(brand.padEnd(4)), 8)
  return bytes
}
const media = (filePath: string, fileType: 'image' | 'video' | 'file' = 'image') => ({
  message_type: 'media' as const,
  payload: { filePath, fileType, name: 'photo.png' },
})

beforeAll(async () => {
  await world.set('chat.fileDayMax', 600)
  mine = world.talkerOf(await world.addPlayer(0n, []))
  const made = (await noise(900, 600)).withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
  picture = bytesOf(await made.jpeg().toBuffer())
})

describe('a picture', () => {
  test('SEC-12 S40 is encoded again, shown small and full, and only by its signed address', async () => {
    const { body } = await mine.upload('image', picture)
    expect((await mine.send(media(body.path))).status).toBe(200)
    const [, sent] = await mine.history({ limit: 2 })
    if (sent!.message.message_type !== 'media') throw new Error('it is no picture')
    const { filePath, thumbnail, width, height, fileType } = sent!.message.payload
    expect({ width, height, fileType }).toEqual({ width: 900, height: 600, fileType: 'image' })
    const whole = await fileAt(filePath)
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.includes('SECRET-PLACE')).toBe(false)
    expect(picture.length > 0 && Buffer.from(picture).includes('SECRET-PLACE')).toBe(true)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 900, format: 'jpeg' })
    const small = await sharp(
      Buffer.from(await (await fileAt(thumbnail!)).arrayBuffer()),
    ).metadata()
    expect(small).toMatchObject({ width: 480, height: 320 })
    expect((await fileAt(filePath.slice(0, -2) + 'AA')).status).toBe(404)
  })

  test('SEC-12 S41 is served as its own type and can run nothing', async () => {
    const { body } = await mine.upload('image', picture)
    const { headers } = await fileAt(body.path)
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('content-disposition')).toBe('inline; filename="chat.jpg"')
  })

  test('an address is valid for an hour, and made again whenever the history is read', async () => {
    const { body } = await mine.upload('image', picture)
    await mine.send(media(body.path))
    world.clock.moveMs(61 * minuteMs)
    expect((await fileAt(body.path)).status).toBe(404)
    const [, sent] = await mine.history({ limit: 2 })
    const { filePath } = (sent!.message as ReturnType<typeof media>).payload
    expect((await fileAt(filePath)).status).toBe(200)
    // A message that waited in a phone is sent with an old address, and is accepted.
    expect((await mine.send(media(body.path))).status).toBe(200)
  })

  test('a GIF stays a GIF and keeps its animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(40 * 30 * 3, 10), Buffer.alloc(40 * 30 * 3, 200)])
    const raw = { width: 40, height: 60, channels: 3, pageHeight: 30 } as const
    const gif = await sharp(frames, { raw })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const { body } = await mine.upload('image', bytesOf(gif))
    const answer = await fileAt(body.path)
    expect(answer.headers.get('content-type')).toBe('image/gif')
    const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(shown).toMatchObject({ format: 'gif', pages: 2 })
  })
})

describe('a video', () => {
  test.each([
    ['mp4', 'isom', 'video/mp4'],
    ['QuickTime', 'qt', 'video/quicktime'],
  ])('%s is stored unchanged and sent in ranges, as phones request it', async (_, brand, type) => {
    const sent = video(brand, 1_000)
    const { body } = await mine.upload('video', sent)
    const whole = await fileAt(body.path)
    expect(whole.headers.get('content-type')).toBe(type)
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(sent)
    const part = await fileAt(body.path, { range: 'bytes=4-7' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 4-7/1000'])
    expect(await part.text()).toBe('ftyp')
    const end = await fileAt(body.path, { range: 'bytes=-10' })
    expect(end.headers.get('content-range')).toBe('bytes 990-999/1000')
    const beyond = await fileAt(body.path, { range: 'bytes=2000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
    expect((await mine.send(media(body.path))).status).toBe(200)
    const [, message] = await mine.history({ limit: 2 })
    // The type that the page claims is ignored.
    expect(message!.message).toMatchObject({ payload: { fileType: 'video' } })
  })
})

describe('hostile', () => {
  /** The answer, and how many files were left behind. */
  const tried = async (kind: 'image' | 'video', bytes: Uint8Array<ArrayBuffer>) => {
    const before = kept().length
    const answer = await mine.upload(kind, bytes, '../../evil.png')
    const left = kept().length - before + incoming().length
    return [answer.status, answer.body.code, left]
  }
  const tooLarge = [413, 'REQUEST_TOO_LARGE', 0]
  const notSupported = [400, 'KEY_INVALID', 0]

  test('SEC-12 S40 CONST-11 10 MB of picture and 20 MB of video are the maximum, counted while they stream', async () => {
    const large = new Uint8Array(10 * mb + 1)
    large.set(picture)
    expect(await tried('image', large)).toEqual(tooLarge)
    const film = video('isom', 20 * mb + 1)
    expect(await tried('video', film)).toEqual(tooLarge)
    expect((await mine.upload('video', film.subarray(0, 20 * mb))).status).toBe(200)
    const padded = large.subarray(0, 10 * mb)
    expect((await mine.upload('image', padded)).status).toBe(200)
  })

  test(
    'F38 pictures of 11 MB and videos of 21 MB cost the server little memory',
    { tags: 'long-4', timeout: 60_000 },
    async () => {
      await world.set('chat.memberDayMb', 1_000)
      // A separate process, because the bodies are made in this one.
      const server = await startDoomedServer(world, null)
      try {
        const there = world.talkerOf(await world.addPlayer(0n, []), server.address)
        const memory = () =>
          Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) *
          1024
        // The first uploads warm up the process; their memory does not count.
        for (let round = 0; round < 3; round += 1)
          await there.upload('video', video('isom', 20 * mb))
        const before = memory()
        for (let round = 0; round < 3; round += 1) {
          expect((await there.upload('video', video('isom', 20 * mb))).status).toBe(200)
          // A request that announces too large a body may be cut off before it is sent.
          for (const [kind, size] of [
            ['image', 11 * mb],
            ['video', 21 * mb],
          ] as const) {
            const tried = there.upload(kind, video('isom', size))
            const outcome = await tried.then(({ status }) => status).catch(() => 'cut')
            expect([413, 'cut']).toContain(outcome)
          }
        }
        expect(memory() - before).toBeLessThan(50 * mb)
      } finally {
        await world.set('chat.memberDayMb', 25)
        await server.stop()
      }
    },
  )

  test.each<[string, 'image' | 'video', Uint8Array<ArrayBuffer>]>([
    ['markup', 'image', bytesOf(Buffer.from('<svg onload="alert(1)"/>'))],
    [
      'a page behind the mark of a GIF',
      'image',
      bytesOf(Buffer.from('GIF89a<script>alert(1)</script>')),
    ],
    ['a picture that breaks off', 'image', bytesOf(Buffer.from('89504e470d0a1a0a0000', 'hex'))],
    ['nothing', 'image', new Uint8Array(0)],
    ['a video as a picture', 'image', video('isom')],
    ['a program as a video', 'video', bytesOf(Buffer.from('MZ programs are no videos'))],
  ])('S40 %s is not supported', async (_, kind, bytes) => {
    expect(await tried(kind, bytes)).toEqual(notSupported)
  })

  test('a picture sent as a video is not supported either', async () => {
    expect(await tried('video', picture)).toEqual(notSupported)
  })

  test('F51 a file of someone else cannot be sent, by any caller or under any name', async () => {
    const { body } = await mine.upload('image', picture)
    const other = world.talkerOf(await world.addPlayer(0n, []))
    const guest = await world.addGuest()
    const name = body.path.split('/')[3]
    for (const stranger of [other, guest])
      for (const path of [
        body.path,
        `/files/chat/${name}/`,
        `/files/slips/${name}/a/b`,
        `/files/chat/../${name}/a/b`,
        '/etc/passwd',
        'https://elsewhere.example/a.png',
        `/files/chat/${'A'.repeat(43)}.jpg/a/b`,
      ]) {
        const answer = await stranger.send(media(path))
        expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'KEY_INVALID'])
      }
    expect((await other.history()).filter(({ sender }) => sender === 'customer')).toEqual([])
  })

  test('no upload without a session or a signed id', async () => {
    const form = new FormData()
    form.set('file', new Blob([picture]), 'a.jpg')
    const headers = { 'x-client': 'wallet-user', 'x-guest': `${'A'.repeat(22)}.${'B'.repeat(43)}` }
    const answer = await fetch(`${world.address}/api/chat/upload-image`, {
      method: 'POST',
      body: form,
      headers,
    })
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }])
  })

  test('S40 a member has a daily limit, a guest a smaller one, and all guests together one', async () => {
    await world.set('chat.fileDayMax', 6)
    const guest = await world.addGuest()
    const codes = async (who: Talker, times: number) => {
      const answers: Answer[] = []
      for (let at = 0; at < times; at += 1) answers.push(await who.upload('video', video('isom')))
      return answers.map(({ status }) => status)
    }
    expect(await codes(guest, 2)).toEqual([200, 429])
    const member = world.talkerOf(await world.addPlayer(0n, []))
    expect(await codes(member, 7)).toEqual([200, 200, 200, 200, 200, 200, 429])
    world.clock.moveMs(dayMs)
    expect(await codes(member, 1)).toEqual([200])
    await world.set('chat.guestDayMb', 1)
    const heavy = await world.addGuest()
    expect((await heavy.upload('video', video('isom', 2 * mb))).status).toBe(200)
    expect((await (await world.addGuest()).upload('video', video('isom'))).status).toBe(429)
    await world.set('chat.fileDayMax', 600)
    await world.set('chat.guestDayMb', 2_000)
  })
})

describe('the sum of a day', () => {
  test('COST-01 a video that does not fit is refused before it has come, and a picture counts as it is kept', async () => {
    await world.set('chat.memberDayMb', 3)
    const { token } = await world.addPlayer(0n, [])
    const member = world.talkerOf({ token })
    expect((await member.upload('video', video('isom', 2 * mb))).status).toBe(200)
    const countRefused = async () =>
      (await world.database.db.query('select 1 from chatfiles_refused')).length
    const refusedBefore = await countRefused()
    const refused = await member.upload('video', video('isom', 2 * mb))
    expect([refused.status, refused.body.code]).toEqual([429, 'DAY_LIMIT'])
    // What has come and is refused would count.
    expect(await countRefused()).toBe(refusedBefore)
    const { socket, text, closed } = await openRaw(Number(new URL(world.address).port))
    socket.write(
      `POST /api/chat/upload-video HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-length: ${2 * mb}\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n',
    )
    await vi.waitFor(() => expect(text()).toContain('DAY_LIMIT'), 5_000)
    socket.destroy()
    await closed
    // Small as it comes: what repeats compresses well in one format, and badly in the other.
    const side = 1_400
    const row = randomBytes(side * 3)
    const twice = Buffer.concat([row, row])
    const rows = Buffer.concat(
      Array.from({ length: side }, (_, n) => {
        const at = (n * 111) % row.length
        return twice.subarray(at, at + row.length)
      }),
    )
    const raw = { width: side, height: side, channels: 3 as const }
    const growing = await sharp(rows, { raw }).png({ compressionLevel: 9 }).toBuffer()
    expect(growing.length).toBeLessThan(mb / 4)
    const before = kept().length
    const grown = await member.upload('image', bytesOf(growing))
    expect([grown.status, grown.body.code]).toEqual([429, 'DAY_LIMIT'])
    expect(kept()).toHaveLength(before)
    expect((await member.upload('image', picture)).status).toBe(200)
    await world.set('chat.memberDayMb', 25)
  })
})

describe('a refused upload counts for its sender', () => {
  const broken = bytesOf(Buffer.from('89504e470d0a1a0a0000', 'hex'))
  const statusOf = async (who: Talker, bytes: Uint8Array<ArrayBuffer>) =>
    (await who.upload('image', bytes)).status

  test("S40 an invalid picture counts against the day's limit of a member, a guest and all guests", async () => {
    // Uploads of the earlier tests no longer count.
    world.clock.moveMs(dayMs)
    await world.set('chat.fileDayMax', 6)
    const guest = await world.addGuest()
    expect(await statusOf(guest, broken)).toBe(400)
    expect(await statusOf(guest, picture)).toBe(429)
    const member = world.talkerOf(await world.addPlayer(0n, []))
    for (let at = 0; at < 6; at += 1) expect(await statusOf(member, broken)).toBe(400)
    expect(await statusOf(member, picture)).toBe(429)
    expect((await member.upload('video', video('isom'))).status).toBe(429)

    await world.set('chat.guestDayMb', 1)
    const padded = new Uint8Array(2 * mb)
    padded.set(broken)
    expect(await statusOf(await world.addGuest(), padded)).toBe(400)
    expect(await statusOf(await world.addGuest(), picture)).toBe(429)

    world.clock.moveMs(dayMs + 1)
    expect(await statusOf(member, picture)).toBe(200)
    await world.runJobs()
    expect(await world.database.db.query('select 1 from chatfiles_refused')).toEqual([])
    await world.set('chat.fileDayMax', 600)
    await world.set('chat.guestDayMb', 2_000)
  })

  test(
    'S40 a GIF that takes too long is refused as too large, and is not logged as our error',
    { tags: 'long-3', timeout: 60_000 },
    async () => {
      const pictures = createPictures({ movingCpuMaxMs: 1_000, wallMaxMs: 60_000 })
      try {
        const { db } = world.database
        const { clock, dataDir } = world
        const folder = openUploadFolder({ dataDir, ids: systemIds }, 'chat')
        const bytes = await slowGif(60)
        const path = await folder.newIncoming()
        writeFileSync(path, bytes)
        const lying = { path, bytes: bytes.length, kind: 'gif' } as const
        await expect(
          keepImage(
            { db, clock, folder, pictures },
            {
              owner: 'guest:slow',
              isGuest: true,
              queueOwner: '192.0.2.1',
              operator: null,
              filesMax: 6,
              share: null,
            },
            lying,
          ),
        ).rejects.toMatchObject({ code: 'REQUEST_TOO_LARGE' })
        rmSync(path)
      } finally {
        await pictures.close()
      }
    },
  )
})

describe('retention', () => {
  test('S57 a file that no message shows is removed after a day, a shown one after its retention time', async () => {
    const sent = (await mine.upload('image', picture)).body.path
    const unsent = (await mine.upload('video', video('isom'))).body.path
    await mine.send(media(sent))
    const namesOf = (path: string) => path.split('/')[3]!
    // File times are the machine's; the sweep of leftovers is not what this tests.
    world.clock.moveMs(25 * hourMs)
    await world.runJobs()
    expect(kept()).toContain(namesOf(sent))
    expect(kept()).not.toContain(namesOf(unsent))
    world.clock.moveMs(90 * dayMs)
    await world.runJobs()
    expect(kept()).not.toContain(namesOf(sent))
    const [row] = await world.database.db.query<{ files: number; messages: number }>(
      `select (select count(*)::int from chatfiles_file) as files,
         (select count(*)::int from chat_message where message->>'message_type' = 'media') as messages`,
    )
    expect(row!.files).toBe(0)
    expect(row!.messages).toBeGreaterThan(0)
  })

  test('COST-04 S57 a file ends with the message that showed it, and that of another talk does not', async () => {
    const guest = await world.addGuest()
    const member = world.talkerOf(await world.addPlayer(0n, []))
    const nameOf = (path: string) => path.split('/')[3]!
    const [theirs, own] = [
      (await guest.upload('image', picture)).body.path,
      (await member.upload('image', picture)).body.path,
    ]
    await guest.send(media(theirs))
    await member.send(media(own))
    world.clock.moveMs(29 * dayMs)
    await guest.say('the talk goes on')
    await world.runJobs()
    expect(kept()).toContain(nameOf(theirs))
    world.clock.moveMs(2 * dayMs)
    await world.runJobs()
    expect(kept()).not.toContain(nameOf(theirs))
    expect(kept()).toContain(nameOf(own))
  })
})
