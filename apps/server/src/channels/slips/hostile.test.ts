import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { countWritten } from '#core/written/written.ts'
import { openRaw } from '#testing/attacks/raw-socket.ts'
import { openSlipWorld, type Payer, type Picture } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)
let who: Payer
beforeAll(async () => {
  await world.set('slip.dayMax', 1000)
  who = await world.addPayer()
})

const png = (bytes: Uint8Array): Picture => ({ type: 'image/png', bytes: new Uint8Array(bytes) })
const goodSlip = async (payer = who) => world.picture(await world.transfer(payer))
const files = () =>
  readdirSync(join(world.dataDir, 'uploads/slips')).filter((n) => n !== 'incoming')
const incoming = () => readdirSync(join(world.dataDir, 'uploads/slips/incoming'))

/** A small file that declares a large picture: the bytes of every line are equal. */
function bomb(width: number, height: number): Picture {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 2_000)))
  return png(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', head),
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

type Body = string | FormData

describe('uploads that are no picture are refused before anything is kept', () => {
  test.each<[string, Picture | null, number, string]>([
    ['no file', null, 400, 'SLIP_NO_FILE'],
    ['nothing in the file', png(Buffer.alloc(0)), 400, 'SLIP_INVALID_FILE'],
    [
      'a page that claims to be a picture',
      png(Buffer.from('<html><script>1</script>')),
      400,
      'SLIP_INVALID_FILE',
    ],
    [
      'a drawing with scripts',
      { type: 'image/svg+xml', bytes: new Uint8Array(Buffer.from('<svg onload="x"/>')) },
      400,
      'SLIP_INVALID_FILE',
    ],
    ['a GIF', png(Buffer.from('GIF89a0000000000')), 400, 'SLIP_INVALID_FILE'],
    ['a film', png(Buffer.from('\0\0\0\x18ftypmp42', 'latin1')), 400, 'SLIP_INVALID_FILE'],
    [
      'eleven megabytes',
      png(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(11 * 1024 * 1024)])),
      413,
      'REQUEST_TOO_LARGE',
    ],
  ])('DEP-S05 F26 F38 ERRC-72 ERRC-73 %s', async (_name, file, status, code) => {
    const { total } = await world.slips(who)
    expect(await world.upload(who, file)).toMatchObject({ status, body: { code } })
    expect((await world.slips(who)).total).toBe(total)
    expect(incoming()).toEqual([])
  })

  const raw = async (body: Body, headers: Record<string, string> = {}) => {
    const response = await fetch(`${world.address}/api/wallet/slip`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${who.token}`, ...headers },
    })
    return { status: response.status, body: await response.json() }
  }

  test.each<[string, (good: Picture) => [Body, Record<string, string>?]]>([
    ['JSON', () => ['{"file":"x"}', { 'content-type': 'application/json' }]],
    ['a body without a boundary', () => ['x', { 'content-type': 'multipart/form-data' }]],
    [
      'a body that ends early',
      () => [
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
        { 'content-type': 'multipart/form-data; boundary=b' },
      ],
    ],
    [
      'two files',
      ({ bytes }) => [
        formOf([
          ['file', bytes],
          ['file', bytes],
        ]),
      ],
    ],
    ['a file under another name', ({ bytes }) => [formOf([['picture', bytes]])]],
    ['a name of harm', ({ bytes }) => [formOf([['__proto__', bytes]])]],
    [
      'a hundred fields',
      ({ bytes }) => [
        formOf([
          ...Array.from({ length: 100 }, (_, n): [string, string] => [`f${n}`, 'x']),
          ['file', bytes],
        ]),
      ],
    ],
    [
      'a field of a megabyte',
      ({ bytes }) => [
        formOf([
          ['amount', 'x'.repeat(1_000_000)],
          ['file', bytes],
        ]),
      ],
    ],
  ])('S40 %s', async (_name, make) => {
    const good = await goodSlip()
    const answer = await raw(...make(good))
    expect(answer).toMatchObject({ status: 400, body: { code: 'KEY_INVALID' } })
    expect(incoming()).toEqual([])
  })

  test('an upload of eleven megabytes without a declared length is cut off while it arrives', async () => {
    const part = Buffer.alloc(64 * 1024)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (sent === 0)
          controller.enqueue(
            Buffer.from(
              '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
            ),
          )
        controller.enqueue(part)
        sent += part.length
        if (sent > 40 * 1024 * 1024) controller.close()
      },
    })
    const options = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        authorization: `Bearer ${who.token}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
    } as RequestInit
    const status = await fetch(`${world.address}/api/wallet/slip`, options).then(
      (response) => response.status,
      () => 'cut',
    )
    expect([413, 'cut']).toContain(status)
    expect(sent).toBeLessThan(30 * 1024 * 1024)
    await expect.poll(incoming).toEqual([])
  })

  test(
    'F37 a client that sends a few bytes and then nothing is disconnected, and leaves no file',
    { tags: 'long-4', timeout: 60_000 },
    async () => {
      const port = Number(new URL(world.address).port)
      const started = performance.now()
      const text = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1')
        let answer = ''
        socket.write(
          `POST /api/wallet/slip HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${who.token}\r\ncontent-length: 5000\r\n` +
            'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
        )
        socket.on('data', (part) => (answer += String(part)))
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(answer))
      })
      expect(performance.now() - started).toBeLessThan(40_000)
      expect(text).not.toContain('200 OK')
      await expect.poll(incoming).toEqual([])
    },
  )

  test('COST-01 a slip above the sum of a day is refused before its body has come', async () => {
    await world.set('slip.dayMb', 1)
    const payer = await world.addPayer()
    const share = { owner: `slips:${payer.id}`, bytesMax: 1e9, at: world.clock.now() }
    await world.database.db.begin((tx) => countWritten(tx, share, 1024 * 1024))
    const { socket, text, closed } = await openRaw(Number(new URL(world.address).port))
    socket.write(
      `POST /api/wallet/slip HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${payer.token}\r\ncontent-length: 5000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n',
    )
    await vi.waitFor(() => expect(text()).toContain('DAY_LIMIT'), 5_000)
    expect(text()).toMatch(/^HTTP\/1\.1 429 /)
    socket.destroy()
    await closed
    await world.set('slip.dayMb', 20)
  })

  test('S40 one member has a limited number of concurrent uploads', async () => {
    const slow = () => {
      const port = Number(new URL(world.address).port)
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        `POST /api/wallet/slip HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${who.token}\r\ncontent-length: 5000\r\n` +
          'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\n',
      )
      return socket
    }
    const sockets = [slow(), slow()]
    await expect.poll(async () => (await world.upload(who, null)).status).toBe(429)
    expect(await world.upload(who, await goodSlip())).toMatchObject({
      status: 429,
      body: { code: 'REQUEST_LIMIT' },
    })
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await world.upload(who, null)).status).toBe(400)
  })

  test('a visitor uploads nothing', async () => {
    const answer = await world.upload({ ...who, token: 'x' }, await goodSlip())
    expect(answer.status).toBe(401)
  })

  test('DEP-S05 an unwritable disk is SLIP_UPLOAD_FAIL', async () => {
    const broken = await openSlipWorld({ dataDir: '/dev/null/x' })
    try {
      const payer = await broken.addPayer()
      const picture = await broken.picture(await broken.transfer(payer))
      expect(await broken.upload(payer, picture)).toMatchObject({
        status: 500,
        body: { code: 'SLIP_UPLOAD_FAIL' },
      })
    } finally {
      await broken.close()
    }
  })
})

describe('pictures that are not what they seem', () => {
  test.each<[string, () => Promise<Picture> | Picture]>([
    ['a bomb of 900 million pixels', () => bomb(30_000, 30_000)],
    ['50 million pixels', () => bomb(10_000, 5_000)],
    ['a picture that ends early', async () => png((await goodSlip()).bytes.slice(0, 4_000))],
    [
      'a head without a picture',
      () =>
        png(
          Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<?php echo 1; ?>')]),
        ),
    ],
  ])(
    'F26 %s is IMG_SIZE_UNABLE_TO_PROCESS, and affects no other member',
    { tags: 'long-3' },
    async (_name, make) => {
      expect((await world.upload(who, await make())).status).toBe(200)
      expect(await world.settled(who)).toMatchObject({ note: 'IMG_SIZE_UNABLE_TO_PROCESS' })
      // What came in is removed once the answer is out.
      await expect.poll(incoming).toEqual([])
      const other = await world.addPayer()
      await world.upload(other, await goodSlip(other))
      expect(await world.settled(other)).toMatchObject({ status: 'SUCCESS' })
    },
  )

  test(
    'F26 a file that is gone before it was checked is UPLOADED_FILE_NOT_EXIST',
    { tags: 'long-1' },
    async () => {
      const payer = await world.addPayer()
      const { db } = world.database
      const picture = await goodSlip(payer)
      await world.upload(payer, picture)
      await world.settled(payer)
      // As after a restore of the database without its files.
      await db.query(
        `update slips_slip set state = 'waiting', note = null, ended_at = null, amount = null, deposit = null, incoming = $3,
         sending_bank = null, trans_ref = null, next_at = $2 where member_id = $1`,
        [payer.id, world.clock.now(), 'g'.repeat(43)],
      )
      await world.passTime(5_000)
      await world.runJobs()
      expect(await world.settled(payer)).toMatchObject({ note: 'UPLOADED_FILE_NOT_EXIST' })
    },
  )

  test('SEC-12 S40 S41 anything else in the file is removed, and the served picture can run nothing', async () => {
    const payer = await world.addPayer()
    const good = await goodSlip(payer)
    const marked = await sharp(good.bytes)
      .flatten()
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE', Software: '<script>' } })
      .jpeg()
      .toBuffer()
    const polyglot = Buffer.concat([marked, Buffer.from('<script>alert(1)</script>SECRET-TAIL')])
    await world.upload(payer, { type: 'text/html', bytes: new Uint8Array(polyglot) })
    const slip = await world.settled(payer)
    expect(slip.status).toBe('SUCCESS')
    const shown = await look(payer, slip.reference)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="slips.jpg"',
    })
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(bytes.includes('SECRET')).toBe(false)
    expect(bytes.includes('script')).toBe(false)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })
})

describe('who may view a picture', () => {
  test('SEC-14 SLIP-08 S41 F51 the picture opens for its owner, for five minutes, under no other name', async () => {
    const [payer, stranger] = [await world.addPayer(), await world.addPayer()]
    await world.upload(payer, await goodSlip(payer))
    const { reference } = await world.settled(payer)
    for (const [token, wanted] of [
      [stranger.token, reference],
      [payer.token, 'NOSUCHSLIP'],
    ] as const)
      expect(
        await world.call(`GET /api/statement/slip/reference/${wanted}`, { token }),
      ).toMatchObject({ status: 404, body: { code: 'NO_DATA' } })

    const url = await urlOf(payer, reference)
    expect(url).toMatch(/^\/files\/slips\/[\w-]{43}\.jpg\/[0-9a-z]+\/[\w-]{43}$/)
    expect((await fetch(world.address + url)).status).toBe(200)
    const [, , , file, until, mark] = url.split('/')
    const [otherFile] = files().filter((name) => name !== file)
    const later = (Number.parseInt(until!, 36) + 60_000).toString(36)
    for (const wrong of [
      `/files/slips/${otherFile}/${until}/${mark}`,
      `/files/slips/${file}/${later}/${mark}`,
      `/files/slips/${file}/${until}/${mark!.slice(0, -2)}AA`,
      `/files/slips/${file}/${until}/x`,
      `/files/other/${file}/${until}/${mark}`,
      `/files/slips/..%2f..%2fx/${until}/${mark}`,
      `/files/slips/incoming/${until}/${mark}`,
    ])
      expect((await fetch(world.address + wrong)).status, wrong).toBe(404)
    await world.passTime(5 * minuteMs)
    expect((await fetch(world.address + url)).status).toBe(404)
  })

  test('S57 expired pictures are removed along with leftovers of a dead process; the slips stay', async () => {
    const payer = await world.addPayer()
    await world.upload(payer, await goodSlip(payer))
    const { reference } = await world.settled(payer)
    const url = await urlOf(payer, reference)
    const orphan = `${'A'.repeat(43)}.jpg`
    writeFileSync(join(world.dataDir, 'uploads/slips', orphan), 'x')
    writeFileSync(join(world.dataDir, 'uploads/slips/incoming/left'), 'x')
    await world.set('slip.keepDays', 2)
    await world.passTime(dayMs)
    await world.runJobs()
    expect(files()).toContain(url.split('/')[3])
    // File times come from this machine's clock, not from the test's.
    await world.passTime(400 * dayMs)
    await world.runJobs()
    expect(files()).toEqual([])
    expect(incoming()).toEqual([])
    const fresh = { ...payer, token: await world.login(payer.username, payer.password) }
    expect((await world.slips(fresh)).slips).toMatchObject([{ reference, status: 'SUCCESS' }])
    expect(
      (await world.call(`GET /api/statement/slip/reference/${reference}`, { token: fresh.token }))
        .status,
    ).toBe(404)
    rmSync(join(world.dataDir, 'uploads'), { recursive: true, force: true })
  })
})

async function urlOf(payer: Payer, reference: string): Promise<string> {
  const answer = await world.call(`GET /api/statement/slip/reference/${reference}`, {
    token: payer.token,
  })
  return answer.body.url
}

async function look(payer: Payer, reference: string): Promise<Response> {
  return fetch(world.address + (await urlOf(payer, reference)))
}

function formOf(parts: readonly [string, string | Uint8Array<ArrayBuffer>][]): FormData {
  const form = new FormData()
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value]), 'a.png')
  return form
}
