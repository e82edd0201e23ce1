import { once } from 'node:events'
import { get } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { movableClock, startTestApp, type TestApp } from '#testing/worlds/test-app.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { systemIds } from '../ids.ts'
import { rateLimits } from '../limits/rate-limit.ts'
import { createTraffic, trafficLimits } from '../uploads/bounds/traffic.ts'
import { openUploadFolder } from '../uploads/folder.ts'
import { createLinks } from '../uploads/signed-link.ts'

const owner = 'M1'
const clock = movableClock()
const links = createLinks({ clock, key: Buffer.alloc(32, 7) })
const dataDir = tempFolder()
const folder = openUploadFolder({ dataDir, ids: systemIds }, 'slips')
const file = folder.newName('jpg')
let asked = 0

let database: TestDatabase
let app: TestApp
beforeAll(async () => {
  await folder.newIncoming()
  await writeFile(folder.pathOf(file), 'a picture')
  database = await createTestDatabase()
  const findOwner = async (): Promise<string> => {
    asked += 1
    return owner
  }
  app = await startTestApp(database, {
    clock,
    files: { links, folders: [{ folder, findOwner }] },
    // All tests come from one network, whose requests are counted elsewhere.
    connections: { networkRequests: { burst: 100_000, perMinute: 100_000 } },
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})
beforeEach(() => {
  asked = 0
  clock.moveMs(30 * minuteMs)
})

const statusOf = async (path: string) => (await fetch(app.address + path)).status
const burst = async (count: number, path: () => string) => {
  const statuses = await Promise.all(Array.from({ length: count }, () => statusOf(path())))
  return (status: number) => statuses.filter((one) => one === status).length
}
const strangeMark = 'A'.repeat(43)
const inAMinute = () => (clock.now().getTime() + 60_000).toString(36)

test('S40 malformed or expired links are refused before the owner is looked up', async () => {
  const good = links.make({ folder: 'slips', file, owner })
  const [, , , , until, mark] = good.split('/')
  clock.moveMs(5 * minuteMs)
  for (const path of [
    good,
    `/files/slips/${file}/${until}/${strangeMark}`,
    `/files/slips/${file}/${inAMinute()}/${mark!.slice(1)}`,
    `/files/slips/${file}/${inAMinute()}/${mark!.slice(1)}=`,
    `/files/slips/${file}/-1/${mark}`,
    `/files/slips/${file}/NEVER/${mark}`,
    `/files/slips/x.jpg/${inAMinute()}/${mark}`,
  ])
    expect(await statusOf(path), path).toBe(404)
  expect(asked).toBe(0)
})

test('CARE-56 a link has one spelling: unused bits of its last letter are not ignored', async () => {
  const good = links.make({ folder: 'slips', file, owner })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const opened: string[] = []
  for (const last of letters)
    if ((await statusOf(good.slice(0, -1) + last)) === 200) opened.push(last)
  expect(opened).toEqual([good.at(-1)])
})

test('I34 a link opens a file for its owner, and not when the file belongs to another', async () => {
  expect(await statusOf(links.make({ folder: 'slips', file, owner }))).toBe(200)
  expect(await statusOf(links.make({ folder: 'slips', file, owner: 'M2' }))).toBe(404)
  const other = links.make({ folder: 'slips', file: folder.newName('jpg'), owner }).split('/')
  const [, , , , until, mark] = other
  expect(await statusOf(`/files/slips/${file}/${until}/${mark}`)).toBe(404)
})

describe('traffic', () => {
  const video = folder.newName('mp4')
  const videoBytes = 20 * 1024 * 1024
  beforeAll(() => writeFile(folder.pathOf(video), Buffer.alloc(videoBytes)))
  const statusOfVideo = async (headers: Record<string, string> = {}, who = owner) => {
    const path = links.make({ folder: 'slips', file: video, owner: who })
    const response = await fetch(app.address + path, { headers })
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength, response }
  }
  const { minute } = trafficLimits

  test('COST-03 a file counts with its bytes, whole or in ranges', { tags: 'long-3' }, async () => {
    clock.moveMs(2 * dayMs)
    const perMinute = minute.burst / videoBytes
    for (let n = 0; n < perMinute - 1; n += 1) expect((await statusOfVideo()).status).toBe(200)
    for (const range of ['bytes=0-10485759', 'bytes=10485760-'])
      expect(await statusOfVideo({ range })).toMatchObject({ status: 206, bytes: videoBytes / 2 })
    const refused = await statusOfVideo({ range: 'bytes=0-1048575' })
    expect(refused.status).toBe(429)
    expect(Number(refused.response.headers.get('retry-after'))).toBeLessThan(60)
  })

  test('COST-03 in 24 hours at most a gigabyte is sent for an owner, however it is asked for', () => {
    const megabyte = 1024 * 1024
    const begun = clock.now().getTime()
    let minutes = 0
    const traffic = createTraffic({ now: () => new Date(begun + minutes * minuteMs) }, 1)
    const sent: { minute: number; bytes: number }[] = []
    for (; minutes < 3 * 24 * 60; minutes += 1)
      while (traffic.take('M1', megabyte) === null) sent.push({ minute: minutes, bytes: megabyte })
    for (let from = 0; from < 2 * 24 * 60; from += 60) {
      const within = sent.filter(({ minute }) => minute >= from && minute < from + 24 * 60)
      expect(within.length).toBeLessThanOrEqual(1_024)
    }
    expect(sent.length).toBeGreaterThan(4 * 500)
    expect(traffic.take('M1', 100 * megabyte)).toMatchObject({ by: 'day' })
    expect(traffic.take('M2', megabyte)).toBeNull()
  })

  test('COST-03 what a reader who goes has not taken does not count', async () => {
    clock.moveMs(2 * dayMs)
    const leaveAtOnce = async () => {
      const path = links.make({ folder: 'slips', file: video, owner })
      const leaving = get(app.address + path, { agent: false })
      const [response] = (await once(leaving, 'response')) as [{ statusCode?: number }]
      leaving.destroy()
      return response.statusCode
    }
    // It is given back when the server learns of it, which takes a moment.
    for (let n = 0; n < 20; n += 1) await expect.poll(leaveAtOnce).toBe(200)
  })
})

test('COST-03 the documented figures are those of the code', () => {
  const documented = readFileSync(
    join(import.meta.dirname, '../../../../../docs/security.md'),
    'utf8',
  )
  const mb = (bytes: number) => bytes / 1024 / 1024
  const { minute, day } = trafficLimits
  expect(documented).toContain(
    `| ${mb(minute.burst)} MB, ${mb(minute.perMinute)} MB a minute; ${mb(day.burst)} MB, ${mb(day.perMinute * 24 * 60)} MB a day |`,
  )
})

test('S49 forged links reach the database as rarely as forged tokens', async () => {
  const most = rateLimits.stranger.address.burst
  const made = await burst(most + 50, () => `/files/slips/${file}/${inAMinute()}/${strangeMark}`)
  expect([made(404), made(429), asked]).toEqual([most, 50, most])
})

test('S49 a member who views their own files is counted as reading, and not as a stranger', async () => {
  const { address } = rateLimits.read
  const path = links.make({ folder: 'slips', file, owner })
  for (let sent = 0; sent < address.burst; sent += 100)
    expect((await burst(100, () => path))(200)).toBe(100)
  expect((await burst(1, () => path))(429)).toBe(1)
})

test('S49 the seals are read as often as anything that needs no session', async () => {
  const most = rateLimits.read.address.burst
  const seals = await burst(most + 10, () => '/seals.json')
  expect([seals(200), seals(429)]).toEqual([most, 10])
})

test.each([
  ['bytes=0-8', 206, 'a picture'],
  ['bytes=0-0', 206, 'a'],
  ['bytes=2-4', 206, 'pic'],
  ['bytes=8-8', 206, 'e'],
  ['bytes=2-8', 206, 'picture'],
  ['bytes=2-9', 206, 'picture'],
  ['bytes=2-999999', 206, 'picture'],
  ['bytes=2-', 206, 'picture'],
  ['bytes=-3', 206, 'ure'],
  ['bytes=-9', 206, 'a picture'],
  ['bytes=-10', 206, 'a picture'],
  ['bytes=9-', 416, ''],
  ['bytes=9-20', 416, ''],
  ['bytes=4-2', 416, ''],
  ['bytes=-0', 416, ''],
  ['bytes=0-1,3-4', 200, 'a picture'],
  ['bytes=-', 200, 'a picture'],
] as const)(
  'a part of a file is what was asked for, and no more than there is: %s',
  async (range, status, text) => {
    const path = links.make({ folder: 'slips', file, owner })
    const reply = await fetch(app.address + path, { headers: { range } })
    expect([reply.status, await reply.text()]).toEqual([status, text])
    const start = 'a picture'.indexOf(text)
    const part = status === 206 ? `bytes ${start}-${start + text.length - 1}/9` : 'bytes */9'
    expect(reply.headers.get('content-range')).toBe(status === 200 ? null : part)
    // What is refused has no length.
    expect(reply.headers.get('content-length') ?? '0').toBe(String(text.length))
  },
)
