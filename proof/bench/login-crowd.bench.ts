import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './report.ts'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { insertMember } from '../../apps/server/src/records/account/store.ts'
import { createHasher } from '../../apps/server/src/entry/password/hasher.ts'
import { seedDemo } from '../../apps/server/src/seed.ts'
import { setStage, type BenchDatabase } from './stage.ts'

const attackers = 200
const tryingEach = 20
const honest = 9
const password = 'seven green mangoes'

type Answer = { status: number; ms: number; cookie: string }

/**
 * The effect of two hundred networks that log in within their limits on honest logins: from a known device, from a
 * network of an earlier login, and from a network never seen before.
 */
export const bench: Bench = {
  name: 'login-crowd',
  proves: ['RUN-09'],
  run: async (report) => {
    const stage = await setStage({ members: 1, connections: 4 })
    const server = startServer(stage)
    try {
      await seedDemo(stage.db, { clock: systemClock, ids: systemIds, variant: 'thai' })
      const phones = await addMembers(stage, honest)
      const address = `http://127.0.0.1:${await portOf(server)}`
      const enter = (at: number, from: string, cookie = '') =>
        login(address, { phone: phones[at]!, password, from, cookie })
      const homes = await Promise.all(phones.map((_, at) => enter(at, `10.250.${at}.1`)))
      const kinds = {
        device: (at: number) => enter(at, `10.251.${at}.1`, homes[at]!.cookie),
        network: (at: number) => enter(at, `10.250.${at}.1`),
        stranger: (at: number) => enter(at, `10.252.${at}.1`),
      }
      for (const [round, [kind, begin]] of Object.entries(kinds).entries()) {
        const { answers, reads, statuses } = await runRound(address, round, begin)
        const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
        const refused = answers.filter(({ status }) => status !== 200).length
        report({ name: `${kind}.refused of ${honest}`, value: refused, unit: '', target: '= 0' })
        report({ name: `${kind}.p50`, value: times[times.length >> 1]!, unit: 'ms' })
        report({ name: `${kind}.worst`, value: times.at(-1)!, unit: 'ms' })
        report({
          name: `${kind}.read.p99`,
          value: reads[Math.floor(reads.length * 0.99)]!,
          unit: 'ms',
        })
        for (const [status, count] of Object.entries(statuses))
          report({ name: `${kind}.attackers.${status}`, value: count, unit: 'answers' })
      }
    } finally {
      server.kill()
      await stage.stop()
    }
  },
}

async function runRound(
  address: string,
  round: number,
  begin: (at: number) => Promise<Answer>,
): Promise<{ answers: Answer[]; reads: number[]; statuses: Record<string, number> }> {
  const statuses: Record<string, number> = {}
  let isOver = false
  const reads: number[] = []
  const flood = Array.from({ length: attackers }, async (_, network) => {
    for (let attempt = 0; attempt < tryingEach && !isOver; attempt += 1) {
      const from = `10.${100 + round}.${network}.9`
      const { status } = await login(address, { phone: anyPhone(), password: 'not this one', from })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  })
  const reader = async () => {
    while (!isOver) {
      const from = performance.now()
      await (await fetch(`${address}/api/lookup/info`)).text()
      reads.push(performance.now() - from)
      await sleep(20)
    }
  }
  const reading = reader()
  await sleep(1_000)
  const answers = await Promise.all(
    Array.from({ length: honest }, async (_, at) => {
      await sleep(at * 300)
      return begin(at)
    }),
  )
  isOver = true
  await Promise.all([...flood, reading])
  return { answers, reads: reads.toSorted((a, b) => a - b), statuses }
}

async function login(
  address: string,
  who: { phone: string; password: string; from: string; cookie?: string },
): Promise<Answer> {
  const begun = performance.now()
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': who.from,
      ...(who.cookie && { cookie: who.cookie }),
    },
    body: JSON.stringify({ username: who.phone, password: who.password }),
  })
  await answer.text()
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { status: answer.status, ms: performance.now() - begun, cookie }
}

async function addMembers({ db }: BenchDatabase, count: number): Promise<string[]> {
  const passwordHash = await createHasher(systemClock).hash(password, { known: 'bench' })
  const phones = Array.from({ length: count }, (_, at) => `08112233${String(at).padStart(2, '0')}`)
  for (const [at, phone] of phones.entries())
    await db.begin((tx) =>
      insertMember(tx, {
        id: systemIds.code(),
        phone: `+66${phone.slice(1)}`,
        username: phone,
        name: 'Somchai',
        passwordHash,
        currency: 'BAHT',
        bankCode: 'KBANK',
        bankAccountName: 'SOMCHAI JAIDEE',
        bankAccountNo: String(1_000_000_000 + at),
        sourceCode: null,
        invitedBy: null,
        language: 'th',
        createdAt: systemClock.now(),
      }),
    )
  return phones
}

function startServer(stage: BenchDatabase): ChildProcess {
  return fork(join(import.meta.dirname, '../../apps/server/src/main.ts'), {
    env: { DATABASE_URL: stage.url, PORT: '0', LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1' },
  })
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) =>
      resolve((message as { ready: { port: number } }).ready.port),
    )
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}

function anyPhone(): string {
  return `08${Math.floor(Math.random() * 1e8)
    .toString()
    .padStart(8, '0')}`
}
