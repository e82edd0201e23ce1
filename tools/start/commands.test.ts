import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { get } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { findLanAddresses } from './lan/lan.ts'
import { accountMay } from '../postgres/account.ts'
import { isAlive } from '../postgres/processes.ts'
import { findByArgument, findChildren } from '../testing/process-tree.ts'
import {
  choosePorts,
  makeDataDir,
  startCopy,
  startRefusedCopy,
  type RunningCopy,
} from '../testing/running-copy.ts'

const patient = { timeout: 120_000 }
const undo: (() => Promise<unknown>)[] = []

afterEach(async () => {
  while (undo.length > 0) await undo.pop()?.()
})

async function newFolder(account?: { uid: number; gid: number }): Promise<string> {
  const { dataDir, remove } = await makeDataDir(account)
  undo.push(remove)
  return dataDir
}

async function start(options: Parameters<typeof startCopy>[0]): Promise<RunningCopy> {
  const copy = await startCopy(options)
  undo.push(() => copy.stop('SIGTERM'))
  return copy
}

async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    (response) => response.status,
    () => 0,
  )
}

function secureStatusOf(address: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get(address, { ca, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
  })
}

async function withOwner<T>(
  dataDir: string,
  work: (db: ReturnType<typeof openDb>) => Promise<T>,
): Promise<T> {
  const { ownerUrl } = JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8'))
  const db = openDb({
    url: ownerUrl,
    role: null,
    connectionsMax: 1,
    applicationName: 'commands test',
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

const note = 'commands-test'

function writeNote(dataDir: string): Promise<unknown> {
  return withOwner(dataDir, (db) =>
    db.query(`insert into core_audit (at, actor, request_id, action, subject)
      values (now(), 'system:test', 'r1', 'test.note', '${note}')`),
  )
}

function countNotes(dataDir: string): Promise<unknown> {
  return withOwner(dataDir, async (db) => {
    const rows = await db.query(`select from core_audit where subject = '${note}'`)
    return rows.length
  })
}

async function pidOf(copy: RunningCopy, command: string): Promise<number> {
  const children = await findChildren(copy.pid)
  const found = children.find((child) => child.command.includes(command))
  if (!found) throw new Error(`no ${command} among ${JSON.stringify(children)}`)
  return found.pid
}

async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it never came about that ${what}`)
    await sleep(50)
  }
}

describe('npm start', patient, () => {
  test(
    'DESK-22 everything answers at the ready line, including the console with its operators and a fresh link, and Ctrl-C leaves nothing behind',
    { tags: 'long-4' },
    async () => {
      const dataDir = await newFolder()
      const copy = await start({ dataDir })
      expect(copy.output().trimEnd().split('\n').at(-1)).toBe(`ready ${copy.app}`)
      const desk = copy.console.replace('localhost', '127.0.0.1')
      expect(copy.output()).toContain('demo-owner')
      expect(copy.output()).toMatch(new RegExp(`${copy.console}/enrol#[\\w-]{43}`))
      for (const address of [
        copy.app,
        `${copy.app}/openapi.json`,
        copy.sandbox,
        `${desk}/openapi.json`,
      ])
        expect(await statusOf(address)).toBe(200)
      const runFile = join(dataDir, 'run.json')
      expect((await stat(runFile)).mode & 0o777).toBe(0o600)

      expect(await copy.stop('SIGINT')).toBe(0)
      expect(await findByArgument(dataDir)).toEqual([])
      expect(await stat(runFile).catch(() => 'gone')).toBe('gone')
      expect(await statusOf(copy.app)).toBe(0)
      expect(await statusOf(copy.sandbox)).toBe(0)
    },
  )

  test(
    'restarts any killed part, with nothing lost, and keeps its data over a restart of its own',
    { tags: 'long-4' },
    async () => {
      const dataDir = await newFolder()
      const copy = await start({ dataDir })
      await writeNote(dataDir)

      const database = await pidOf(copy, 'postgres -D')
      process.kill(database, 'SIGKILL')
      await eventually('the database answers again', () =>
        countNotes(dataDir).then(
          (count) => count === 1,
          () => false,
        ),
      )
      expect(await pidOf(copy, 'postgres -D')).not.toBe(database)

      for (const [main, address] of [
        ['apps/server/src/main.ts', `${copy.app}/openapi.json`],
        ['apps/sandbox/src/main.ts', copy.sandbox],
        [
          'apps/server/src/console.ts',
          `${copy.console.replace('localhost', '127.0.0.1')}/openapi.json`,
        ],
      ] as const) {
        const before = await pidOf(copy, main)
        process.kill(before, 'SIGKILL')
        await eventually(`${main} answers again`, async () => (await statusOf(address)) === 200)
        expect(await pidOf(copy, main)).not.toBe(before)
      }
      expect(copy.output()).toMatch(/the database has ended \(killed by SIGKILL\)/)
      expect(await copy.stop()).toBe(0)
      await start({ dataDir })
      expect(await countNotes(dataDir)).toBe(1)
    },
  )

  test(
    'kill -9 of itself ends every part; after that, and after a kill -9 of everything at once, the next start works',
    { tags: 'long-1' },
    async () => {
      const dataDir = await newFolder()
      const ports = await choosePorts()
      const partsOf = async (copy: RunningCopy) =>
        (await findChildren(copy.pid)).map(({ pid }) => pid)
      const first = await start({ dataDir, ports })
      await writeNote(dataDir)
      const parts = await partsOf(first)
      expect(parts).toHaveLength(4)
      process.kill(first.pid, 'SIGKILL')
      await eventually('no part is left', async () => !parts.some(isAlive))

      const second = await start({ dataDir, ports })
      expect(await countNotes(dataDir)).toBe(1)
      for (const pid of [second.pid, ...(await partsOf(second))]) process.kill(pid, 'SIGKILL')
      await start({ dataDir, ports })
      expect(await countNotes(dataDir)).toBe(1)
    },
  )

  test(
    'two copies run in parallel, and neither a port nor a folder can be used twice',
    { tags: 'long-1' },
    async () => {
      const dataDir = await newFolder()
      const ports = await choosePorts()
      const one = await start({ dataDir, ports })
      const two = await start({ dataDir: await newFolder(), env: { VARIANT: 'laos' } })
      expect(await statusOf(one.app)).toBe(200)
      expect(await statusOf(two.app)).toBe(200)

      const samePort = await startRefusedCopy({ dataDir: await newFolder(), ports })
      expect(samePort.code).toBe(1)
      expect(samePort.output).toContain(`port ${ports.port} is taken`)
      expect(samePort.output).toContain('PORT')

      const sameFolder = await startRefusedCopy({ dataDir })
      expect(sameFolder.code).toBe(1)
      expect(sameFolder.output).toContain(`${dataDir} is in use by process ${one.pid}`)
      expect(await statusOf(one.app)).toBe(200)
    },
  )

  test('a stop in the middle of a start leaves nothing behind', { tags: 'long-2' }, async () => {
    const dataDir = await newFolder()
    const starting = startRefusedCopy({ dataDir })
    await eventually('the database is being started', async () =>
      (await findByArgument(dataDir)).some(({ command }) => command.includes('postgres')),
    )
    const [supervisor] = await findSupervisors(dataDir)
    process.kill(supervisor!, 'SIGTERM')
    expect((await starting).code).toBe(0)
    expect(await findByArgument(dataDir)).toEqual([])
  })

  const nobody = { uid: 65534, gid: 65534 }
  const isRoot = process.getuid?.() === 0
  const isOpenToAll = isRoot && accountMay(nobody, 'x', process.execPath)
  test.runIf(isOpenToAll)('runs as an ordinary user, too', { tags: 'long-1' }, async () => {
    const dataDir = await newFolder(nobody)
    const copy = await start({ dataDir, account: nobody })
    await writeNote(dataDir)
    expect(await countNotes(dataDir)).toBe(1)
    expect(await copy.stop()).toBe(0)
  })

  test('--lan serves https with the certificate that it created', { tags: 'long-1' }, async () => {
    const dataDir = await newFolder()
    const copy = await start({ dataDir, args: ['--lan'] })
    expect(copy.app).toMatch(/^https:/)
    expect(copy.output()).toContain('On a phone')
    const ca = await readFile(join(dataDir, 'tls/cert.pem'), 'utf8')
    expect(await secureStatusOf(`${copy.app}/openapi.json`, ca)).toBe(200)
    // The control plane can pay with play money: it is never open to the network.
    const [address] = findLanAddresses()
    const throughNetwork = copy.control.replace('127.0.0.1', address ?? '127.0.0.2')
    expect(await statusOf(throughNetwork)).toBe(0)
    expect(await copy.stop()).toBe(0)
  })
})

describe('what npm start refuses', patient, () => {
  test.for([
    { env: { VARIANT: 'mars' }, says: 'VARIANT must be thai or laos' },
    { env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, says: 'ECONNREFUSED' },
  ])('$env', { tags: 'long-2' }, async ({ env, says }) => {
    const { code, output } = await startRefusedCopy({ dataDir: await newFolder(), env })
    expect(code).toBe(1)
    expect(output).toContain(says)
    expect(output).not.toMatch(/^ {4}at /m)
  })

  test('a port in use by another program, by the name of its variable', async () => {
    const ports = await choosePorts()
    const server = createServer().listen(ports.controlPort, '127.0.0.1')
    undo.push(() => new Promise((resolve) => server.close(resolve)))
    const { code, output } = await startRefusedCopy({ dataDir: await newFolder(), ports })
    expect(code).toBe(1)
    expect(output).toContain(`port ${ports.controlPort} is taken`)
    expect(output).toContain('CONTROL_PORT=')
  })
})

async function findSupervisors(dataDir: string): Promise<number[]> {
  const text = await readFile(join(dataDir, 'in-use'), 'utf8')
  return [Number(text.split(' ')[0])]
}
