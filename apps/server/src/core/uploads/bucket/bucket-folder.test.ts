import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { startSandbox, type Sandbox } from '#testing/doubles/sandbox.ts'
import { startTestApp, type TestApp } from '#testing/worlds/test-app.ts'
import { objectOf, sandboxBucket } from '#testing/doubles/upload-bucket.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { systemClock } from '../../clock.ts'
import { systemIds as ids } from '../../ids.ts'
import { openUploadFolder, type UploadFolder } from '../folder.ts'
import { createLinks } from '../signed-link.ts'
import { uploadFolders } from '../uploads.ts'

const links = createLinks({ clock: systemClock, key: Buffer.alloc(32, 7) })
const owner = 'M1'
const dataDir = tempFolder()

let sandbox: Sandbox
let database: TestDatabase
let app: TestApp
let folder: UploadFolder
beforeAll(async () => {
  sandbox = await startSandbox()
  database = await createTestDatabase()
  folder = openAt(dataDir)
  app = await startTestApp(database, {
    files: { links, folders: [{ folder, findOwner: async () => owner }] },
  })
})
afterEach(() => sandbox.reset())
afterAll(async () => {
  await app.close()
  await database.drop()
  await sandbox.stop()
})

/** As a process on another machine has it. */
function openAt(dir: string): UploadFolder {
  return uploadFolders({ dataDir: dir, uploadsBucket: sandboxBucket(sandbox.url) }, ids)('chat')
}

async function keep(bytes: Buffer): Promise<string> {
  const incoming = await folder.newIncoming()
  await writeFile(incoming, bytes)
  const name = folder.newName('mp4')
  await folder.keep(incoming, name)
  return name
}

const open = (file: string, headers: Record<string, string> = {}) =>
  fetch(app.address + links.make({ folder: 'chat', file, owner }), { headers })
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test('RUN-60 a kept file is opened through its link, whole and in parts, and leaves nothing on the machine', async () => {
  const bytes = randomBytes(3 * 1024 * 1024 + 5)
  const name = await keep(bytes)
  expect(readdirSync(join(dataDir, 'uploads/chat/incoming'))).toEqual([])
  const whole = await open(name)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect((await bytesOf(whole)).equals(bytes)).toBe(true)
  const part = await open(name, { range: 'bytes=1048570-2097160' })
  expect(part.status).toBe(206)
  expect((await bytesOf(part)).equals(bytes.subarray(1_048_570, 2_097_161))).toBe(true)
  const end = await open(name, { range: 'bytes=-5' })
  expect((await bytesOf(end)).equals(bytes.subarray(-5))).toBe(true)
  expect((await open(name, { range: 'bytes=9999999-' })).status).toBe(416)
})

test('RUN-60 what one machine received another one reads, without a folder that both have', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'kapao-bucket-'))
  const incoming = await folder.newIncoming()
  await writeFile(incoming, 'a picture')
  const handed = await folder.handOn(incoming)
  const other = openAt(elsewhere)
  const read = () => other.withHanded(handed, (path) => readFile(path, 'utf8'))
  expect(await read()).toBe('a picture')
  await other.dropHanded(handed)
  await expect(read()).rejects.toThrow(/ENOENT/)
  expect(readdirSync(join(elsewhere, 'uploads/chat/incoming'))).toEqual([])
  rmSync(elsewhere, { recursive: true })
})

test('RUN-60 files are listed by their age and removed, and so is what was received and never kept', async () => {
  const names = await Promise.all(['a', 'b'].map((text) => keep(Buffer.from(text))))
  const incoming = await folder.newIncoming()
  await writeFile(incoming, 'left')
  await folder.handOn(incoming)
  const [soon, before] = [new Date(Date.now() + dayMs), new Date(Date.now() - dayMs)]
  expect(await folder.listOlder(before)).toEqual([])
  expect((await folder.listOlder(soon)).toSorted()).toEqual(names.toSorted())
  expect(await folder.removeIncomingOlder(before)).toBe(0)
  expect(await folder.removeIncomingOlder(soon)).toBe(1)
  await folder.remove(names[0]!)
  expect([await folder.has(names[0]!), await folder.has(names[1]!)]).toEqual([false, true])
})

test('RUN-60 a file that arrives damaged is refused by the bucket, and one that rots is not shown to its end', async () => {
  const bytes = randomBytes(2_000_000)
  const name = await keep(bytes)
  await sandbox.control('POST', '/s3/rot', { name: objectOf(`chat/${name}`) })
  const rotten = await open(name)
  await expect(rotten.arrayBuffer()).rejects.toThrow(/./)
  const { bucket, endpoint, region, ...credentials } = sandboxBucket(sandbox.url)
  const client = new S3Client({ region, credentials, endpoint: endpoint!, forcePathStyle: true })
  const damaged = new PutObjectCommand({
    Bucket: bucket,
    Key: 'damaged',
    Body: 'not what was summed',
    ChecksumSHA256: Buffer.alloc(32).toString('base64'),
  })
  await expect(client.send(damaged)).rejects.toThrow(/BadDigest/)
})

test('RUN-61 while the bucket is away a file is 503 with retry-after, and nothing is kept', async () => {
  const name = await keep(Buffer.from('here'))
  await sandbox.addFault({ operation: 's3.head', kind: 'status-before', status: 500 })
  await sandbox.addFault({ operation: 's3.put', kind: 'drop-before' })
  const away = await open(name)
  expect([away.status, await codeOf(away)]).toEqual([503, 'SERVICE_BUSY'])
  expect(away.headers.get('retry-after')).toMatch(/^\d+$/)
  await expect(keep(Buffer.from('not kept'))).rejects.toThrow(/does not answer/)
  expect(readdirSync(join(dataDir, 'uploads/chat/incoming'))).toEqual([])
  await sandbox.control('DELETE', '/faults', {})
  expect(await (await open(name)).text()).toBe('here')
})

test('RUN-62 a member’s file that is nowhere is answered as lost, and logged by name', async () => {
  const name = await keep(Buffer.from('soon lost'))
  await sandbox.control('POST', '/s3/write', { name: objectOf(`chat/${name}`) })
  const answer = await open(name)
  expect([answer.status, await codeOf(answer)]).toEqual([404, 'FILE_LOST'])
  expect(app.logText()).toContain(name)
  const forged = await fetch(`${app.address}/files/chat/${name}/zzzzzzzz/${'A'.repeat(43)}`)
  expect(await codeOf(forged)).toBe('NO_DATA')
})

test('RUN-63 a file from the time before the bucket is opened and removed where it lies', async () => {
  const old = openUploadFolder({ dataDir, ids }, 'chat')
  const name = old.newName('mp4')
  await writeFile(old.pathOf(name), 'old')
  expect(await (await open(name)).text()).toBe('old')
  await folder.remove(name)
  expect(await old.has(name)).toBe(false)
})
