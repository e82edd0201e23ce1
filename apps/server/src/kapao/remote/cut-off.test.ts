import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#core/telemetry/log.ts'
import { systemIds } from '#core/ids.ts'
import { startTestConsole } from '#testing/console/start-console.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { signInTerminal } from '#testing/operators/terminals.ts'
import { compiled } from '#testing/processes/compiled.ts'
import { testConfig } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { findCall } from './commands.ts'
import { runCall, type Terminal } from './run.ts'

/** How many decisions are sent; `KAPAO_DECISIONS=200` for a proof. */
const decisions = Number(process.env['KAPAO_DECISIONS'] ?? 8)
const program = join(import.meta.dirname, '../../../bin/kapao.mjs')
const patienceMs = 30_000 + decisions * 8_000

const moments = ['before it is sent', 'once it is sent', 'before its answer'] as const
type Moment = (typeof moments)[number]
type Cut = { moment: Moment; times: number; act: () => void }

const world = testWorld(openWorkWorld)
const folder = tempFolder()
let wire: Awaited<ReturnType<typeof openWire>>
let file: string
let at: Terminal
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const { clock, database } = world
  const config = { ...testConfig, rateLimitFactor: 1_000_000 }
  const around = { config, db: database.db, clock, log: createLog('silent') }
  const { system, address } = await startTestConsole(around)
  wire = await openWire(Number(new URL(address).port))
  const place = { folder, address: wire.address, name: 'lek' }
  ;({ at } = await signInTerminal({ db: database.db, clock }, place))
  file = await at.findFile(null)
  closing.push(wire.close, () => system.fastify.close(), system.close)
}, 60_000)
afterAll(async () => {
  for (const close of closing) await close()
})

/** What is between terminal and console: it does something at one moment of a request, and then cuts the line. */
async function openWire(port: number) {
  let armed: Cut | null = null
  const sockets = new Set<Socket>()
  const isCut = (moment: Moment): boolean => {
    if (armed?.moment !== moment || armed.times === 0) return false
    armed.times -= 1
    armed.act()
    return true
  }
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => void [near.destroy(), far.destroy()]
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    near.on('data', (part) => {
      if (isCut('before it is sent')) return end()
      far.write(part)
      // The console has it, and goes on with it.
      if (isCut('once it is sent')) near.destroy()
    })
    far.on('data', (part) => (isCut('before its answer') ? end() : near.write(part)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arm: (cut: Cut | null) => void (armed = cut),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A terminal as a process of its own, killed at that moment. */
async function killTerminal(line: readonly string[], moment: Moment): Promise<void> {
  const child = spawn(process.execPath, [program, ...line], {
    env: { ...compiled, PATH: dirname(process.execPath), HOME: folder, KAPAO_SESSION: file },
    stdio: 'ignore',
  })
  wire.arm({ moment, times: 1, act: () => child.kill('SIGKILL') })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
}

/** A terminal whose line is cut once, so that it asks again itself, or twice, so that it gives up. */
async function cutTerminal(line: readonly string[], moment: Moment): Promise<void> {
  wire.arm({ moment, times: randomInt(1, 3), act: () => undefined })
  const said = await runCall(findCall(line)!, line, at).then(
    ({ text }) => text,
    ({ message }: Error) => message,
  )
  expect(said).toMatch(/^state +done|Send it again with --key|IN_PROGRESS/m)
}

/** The same line under the same key, until it is answered. */
async function repeat(line: readonly string[]): Promise<string> {
  wire.arm(null)
  for (let tries = 0; ; tries += 1) {
    const ran = await runCall(findCall(line)!, line, at).catch((error: Error) => error)
    if (!(ran instanceof Error)) return ran.text
    // The first call may still be at work.
    if (tries > 40 || !/IN_PROGRESS/.test(ran.message)) throw ran
    await new Promise((next) => setTimeout(next, 100))
  }
}

type SentDecision = {
  line: string[]
  subject: string
  act: string
  memberId: string
  gives: number
}

const kinds = [credited, refused, approved]

/** A baht that waits, for a member of its own. */
async function credited(): Promise<SentDecision> {
  const { id: memberId } = await world.addMember()
  const subject = await world.make.deposit({ money: { amount: 100n, currency: 'BAHT' } })
  const line = ['deposit', subject, '--decision', 'match', '--memberId', memberId, '--why', 'x']
  return { line, subject, act: 'deposits.release', memberId, gives: 100 }
}

async function refused(): Promise<SentDecision> {
  const { id: memberId } = await world.addMember()
  const money = { amount: 100n, currency: 'BAHT' } as const
  const subject = await world.make.deposit({ money, memberId, hold: 'wrong-payer' })
  const line = ['deposit', subject, '--decision', 'refuse', '--why', 'x']
  return { line, subject, act: 'deposits.reject', memberId, gives: 0 }
}

async function approved(): Promise<SentDecision> {
  const { id: memberId } = await world.addMember()
  await world.make.credited(memberId, 500_000n)
  const subject = await world.make.withdrawal(memberId, 1)
  const line = ['withdrawal', subject, '--decision', 'approve']
  const gives = await world.balanceOf(memberId)
  return { line, subject, act: 'withdrawals.approve', memberId, gives }
}

test(
  'HOUSE-10 of decisions from terminals that are killed, or whose answers are cut, none is made twice and none is lost',
  { tags: 'long-3', timeout: patienceMs },
  async () => {
    const sent: SentDecision[] = []
    for (let n = 0; n < decisions; n += 1) {
      const one = await kinds[n % kinds.length]!()
      const line = ['work', 'decide', ...one.line, '--key', systemIds.key()]
      const moment = moments[randomInt(moments.length)]!
      if (n % 2 === 0) await killTerminal(line, moment)
      else await cutTerminal(line, moment)
      expect(await repeat(line), `${line.join(' ')} ${moment}`).toMatch(/^state +done/m)
      expect(await repeat(line)).toMatch(/^state +done/m)
      sent.push(one)
    }
    for (const { subject, act, memberId, gives } of sent) {
      const acts = await world.database.db.query(
        `select from core_audit where subject = $1 and action = $2 and actor = 'operator:lek'`,
        [subject, act],
      )
      expect([act, acts.length, await world.balanceOf(memberId)]).toEqual([act, 1, gives])
    }
  },
)

const listMs = 400
/** At its end a process says how long it has kept a processor. */
const saysCost = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => console.error("cost", JSON.stringify(process.cpuUsage())))',
)}`

test(
  'HOUSE-81 the list of what waits costs a warm terminal at most 400 ms of a processor',
  { tags: 'long-1', timeout: 60_000 },
  async () => {
    wire.arm(null)
    const costs: number[] = []
    for (let n = 0; n < 3; n += 1) {
      const args = ['--import', saysCost, program, 'work', 'list', 'all']
      const child = spawn(process.execPath, args, {
        env: { ...compiled, PATH: dirname(process.execPath), HOME: folder, KAPAO_SESSION: file },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (part: Buffer) => (said += part.toString()))
      const [code] = (await once(child, 'close')) as [number]
      expect([code, said]).toEqual([0, expect.stringMatching(/^cost /m)])
      const { user, system } = JSON.parse(/cost (.*)/.exec(said)![1]!) as NodeJS.CpuUsage
      costs.push((user + system) / 1_000)
    }
    expect(Math.min(...costs)).toBeLessThanOrEqual(listMs)
  },
)
