import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { startSandbox, type Sandbox } from '#testing/doubles/sandbox.ts'
import { openPlaces } from './places.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

const bucketAt = (given: { secretAccessKey?: string } = {}) => {
  const [place] = openPlaces([
    {
      kind: 'bucket',
      bucket: 'heads',
      prefix: 'kapao/house',
      endpoint: `${sandbox.url}/s3`,
      region: 'ap-southeast-1',
      accessKeyId: 'sandbox-access',
      secretAccessKey: 'sandbox-secret-key',
      ...given,
    },
  ])
  return place!
}
const line = (no: number, more = '') => `{"no":"${no}","at":"x${more}"} ed25519:signature-${no}`
const nameOf = (no: number) => `heads/kapao/house/${String(no).padStart(12, '0')}`
const versions = () => sandbox.control<{ name: string; versions: number }[]>('GET', '/s3/versions')

test('CARE-91 each head is an object of its own, written once, and all are read back in order, page by page', async () => {
  const place = bucketAt()
  expect(place.name).toBe('s3://heads/kapao/house')
  expect(await place.read()).toEqual([])
  const lines = Array.from({ length: 105 }, (_, at) => line(at + 1))
  for (const one of lines) await place.append(one)
  await place.append(lines[3]!)
  expect(await place.read()).toEqual(lines)
  expect((await versions()).every(({ versions: count }) => count === 1)).toBe(true)
})

test('CARE-91 an existing head is never overwritten by another, even by concurrent writes', async () => {
  const place = bucketAt()
  await place.append(line(1))
  await expect(place.append(line(1, ' changed'))).rejects.toThrow(/another head lies/)
  const both = await Promise.allSettled([place.append(line(2)), place.append(line(2, 'b'))])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await versions()).toEqual([1, 2].map((no) => ({ name: nameOf(no), versions: 1 })))
})

test('CARE-92 objects that were changed or removed in the bucket are read as they are now', async () => {
  const place = bucketAt()
  for (const no of [1, 2, 3]) await place.append(line(no))
  await sandbox.control('POST', '/s3/write', { name: nameOf(2), text: 'forged' })
  await sandbox.control('POST', '/s3/write', { name: nameOf(1) })
  expect(await place.read()).toEqual(['forged', line(3)])
})

test('CARE-92 a wrong key, a wrong clock and an unreachable bucket store nothing, and fail', async () => {
  await expect(bucketAt({ secretAccessKey: 'other' }).append(line(1))).rejects.toThrow(
    /SignatureDoesNotMatch/,
  )
  await sandbox.control('POST', '/clock', { byMs: 16 * minuteMs })
  await expect(bucketAt().append(line(1))).rejects.toThrow(/RequestTimeTooSkewed/)
  await sandbox.reset()
  await sandbox.addFault({ operation: 's3.put', kind: 'maintenance' })
  await expect(bucketAt().append(line(1))).rejects.toThrow(/./)
  await sandbox.control('DELETE', '/faults', {})
  expect(await bucketAt().read()).toEqual([])
})
