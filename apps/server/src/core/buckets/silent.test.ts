import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '#testing/doubles/sandbox.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { sandboxBucket } from '#testing/doubles/upload-bucket.ts'
import { answerOfError } from '../calls/fault.ts'
import { systemClock } from '../clock.ts'
import { systemIds as ids } from '../ids.ts'
import { markPlaceOf } from '../uploads/shared/mark-place.ts'
import { watchUploads } from '../uploads/shared/mark.ts'
import { uploadFolders } from '../uploads/uploads.ts'

const database = testDatabase()
/** Five seconds, and something for a busy machine. */
const patienceMs = 7_000

async function listenFor(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-silent-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function upload(address: string, bytes: number): Promise<string[]> {
  const dataDir = newFolder()
  const folder = uploadFolders({ dataDir, uploadsBucket: sandboxBucket(address) }, ids)('chat')
  const incoming = await folder.newIncoming()
  writeFileSync(incoming, Buffer.alloc(bytes))
  const kept = folder.keep(incoming, folder.newName('mp4'))
  return kept.then(() => readdirSync(join(dataDir, 'uploads/chat/incoming')))
}

test.each([
  ['answers nothing', (socket: Socket) => socket.resume()],
  ['reads nothing', (socket: Socket) => socket.pause()],
])(
  'CALM-05 an upload to a bucket that %s is busy after five seconds',
  { tags: 'long-2', timeout: 30_000 },
  async (_, treat) => {
    const address = await listenFor(createServer(treat))
    const from = performance.now()
    const error = await upload(address, 8_000_000).catch((failed: unknown) => failed)
    expect(answerOfError(error)).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
    expect(performance.now() - from).toBeLessThan(patienceMs)
  },
)

test(
  'CALM-05 a bucket that hangs delays a start by five seconds at most',
  { tags: 'long-3', timeout: 30_000 },
  async () => {
    const address = await listenFor(createServer((socket) => socket.resume()))
    const place = markPlaceOf({ dataDir: newFolder(), uploadsBucket: sandboxBucket(address) })
    const logged: unknown[] = []
    const log = { error: () => undefined, warn: (line: unknown) => void logged.push(line) }
    const from = performance.now()
    const stop = await watchUploads({ db: database.db, clock: systemClock, ids, place, log })
    expect(performance.now() - from).toBeLessThan(patienceMs)
    await expect.poll(() => logged, { timeout: 10_000 }).toHaveLength(1)
    stop()
  },
)

test(
  'CALM-05 a bucket on a slow line gets a file that takes longer',
  { tags: 'long-4', timeout: 60_000 },
  async () => {
    const sandbox = await startSandbox()
    onTestFinished(() => sandbox.stop())
    const { port } = new URL(sandbox.url)
    const slow = createServer((client) => {
      const real = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      client.on('data', (part) => {
        real.write(part)
        client.pause()
        setTimeout(() => client.resume(), 50)
      })
      real.pipe(client)
    })
    const address = await listenFor(slow)
    const from = performance.now()
    expect(await upload(address, 12_000_000)).toEqual([])
    expect(performance.now() - from).toBeGreaterThan(5_500)
  },
)
