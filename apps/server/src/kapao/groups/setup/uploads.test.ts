import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemIds as ids } from '#core/ids.ts'
import { openUploadFolder } from '#core/uploads/folder.ts'
import { uploadFolders } from '#core/uploads/uploads.ts'
import { compiled } from '#testing/processes/compiled.ts'
import { startSandbox, type Sandbox } from '#testing/doubles/sandbox.ts'
import { objectOf, sandboxBucket } from '#testing/doubles/upload-bucket.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'

const program = join(import.meta.dirname, '../../../../bin/kapao.mjs')
const filesCount = 60

const database = testDatabase()
let sandbox: Sandbox
const home = tempFolder()
let dataDir: string
beforeAll(async () => {
  sandbox = await startSandbox()
  expect((await kapao('operator', 'add', 'nok').ran).code).toBe(0)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await sandbox.reset()
  dataDir = mkdtempSync(join(home, 'data-'))
})

type Ran = { code: number | null; out: string; err: string }

function kapao(...args: string[]): { kill: () => void; ran: Promise<Ran> } {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = sandboxBucket(
    sandbox.url,
  )
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...compiled,
      PATH: dirname(process.execPath),
      HOME: home,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir ?? home,
      UPLOADS_S3: `s3://${bucket}/${prefix}`,
      UPLOADS_S3_ENDPOINT: endpoint!,
      UPLOADS_S3_REGION: region,
      UPLOADS_S3_KEY_ID: accessKeyId,
      UPLOADS_S3_SECRET: secretAccessKey,
    },
  })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (part) => (ran.out += String(part)))
  child.stderr.on('data', (part) => (ran.err += String(part)))
  const ended = new Promise<Ran>((resolve) =>
    child.on('close', (code) => resolve({ ...ran, code })),
  )
  return { kill: () => void child.kill('SIGKILL'), ran: ended }
}

const folder = () => openUploadFolder({ dataDir, ids }, 'chat')
const both = () =>
  uploadFolders({ dataDir, uploadsBucket: sandboxBucket(sandbox.url) }, ids)('chat')

async function fill(count: number): Promise<string[]> {
  await folder().newIncoming()
  const names = Array.from({ length: count }, () => folder().newName('jpg'))
  for (const name of names) await writeFile(folder().pathOf(name), `picture ${name}`)
  return names
}

async function readWhole(name: string): Promise<string> {
  const found = await both().open(name)
  const parts: Buffer[] = []
  const stream = await found!.read(0, found!.bytes - 1)
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
const inFolder = async (names: string[]) =>
  (await Promise.all(names.map((name) => folder().has(name)))).filter(Boolean).length

test(
  'RUN-63 a move that is killed leaves each file in a place, and a second one ends it',
  { tags: 'long-1', timeout: 60_000 },
  async () => {
    const names = await fill(filesCount)
    await sandbox.addFault({ operation: 's3.put', kind: 'delay', delayMs: 40 })
    const move = kapao('uploads', 'move', '--to', 'bucket')
    await expect
      .poll(() => sandbox.countCalls('s3.put'), { timeout: 20_000, interval: 20 })
      .toBeGreaterThan(20)
    move.kill()
    await move.ran
    const left = await inFolder(names)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(filesCount)
    for (const name of names) expect(await readWhole(name)).toBe(`picture ${name}`)
    await sandbox.control('DELETE', '/faults', {})
    const again = await kapao('uploads', 'move', '--to', 'bucket').ran
    expect([again.code, await inFolder(names)]).toEqual([0, 0])
    for (const name of names) expect(await readWhole(name)).toBe(`picture ${name}`)
  },
)

test('RUN-63 with --keep it copies, and the way back compares before it removes', async () => {
  const names = await fill(3)
  const kept = await kapao('uploads', 'move', '--to', 'bucket', '--keep').ran
  expect(kept.out).toContain('3 moved')
  expect(await inFolder(names)).toBe(3)
  await folder().remove(names[0]!)
  await sandbox.control('POST', '/s3/rot', { name: objectOf(`chat/${names[0]}`) })
  const back = await kapao('uploads', 'move', '--to', 'folder').ran
  expect([back.code, back.err]).toEqual([1, expect.stringContaining(names[0]!)])
  expect(back.err).toContain('2 there already')
  const versions = await sandbox.control<{ name: string }[]>('GET', '/s3/versions')
  expect(versions.map(({ name }) => name)).toContain(objectOf(`chat/${names[0]}`))
  expect(await inFolder(names)).toBe(2)
})

test(
  'RUN-64 doctor says whether the bucket can be used, and that files lie in the folder of one machine',
  { tags: 'long-2', timeout: 30_000 },
  async () => {
    const doctor = async () => {
      const { out, err } = await kapao('doctor').ran
      return out + err
    }
    expect(await doctor()).toContain(
      'uploaded files lie in s3://files/kapao/uploads, which answers',
    )
    await fill(1)
    expect(await doctor()).toContain('run `npx kapao uploads move --to bucket`')
    await sandbox.addFault({ operation: 's3.list', kind: 'status-before', status: 403 })
    expect(await doctor()).toMatch(/Must be fixed:[\s\S]*the bucket of UPLOADS_S3 cannot be used/)
  },
)
