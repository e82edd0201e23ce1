import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from './report.ts'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { seedDemo } from '../../apps/server/src/seed.ts'
import { medianOf } from './median.ts'
import { setStage, type BenchDatabase } from './stage.ts'

const connections = 100
const rounds = 5
const seconds = 4

type Round = { cheap: number[]; login: number[]; statuses: Record<string, number> }

/**
 * F36: the effect on everyone else of a distributed flood of logins. Each attempt uses another phone and another
 * address, so that no throttle stops it and every attempt reaches the password hashes.
 */
export const bench: Bench = {
  name: 'login',
  proves: ['F36'],
  run: async (report) => {
    const stage = await setStage({ members: 1, connections: 4 })
    const server = startServer(stage)
    try {
      await seedDemo(stage.db, { clock: systemClock, ids: systemIds, variant: 'thai' })
      const address = `http://127.0.0.1:${await portOf(server)}`
      await runRound(address, 1)
      const done: Round[] = []
      for (let round = 0; round < rounds; round += 1) done.push(await runRound(address, seconds))
      const over = (pick: (round: Round) => number) => medianOf(done.map(pick))
      report({
        name: `login.flood.c${connections}.get.p99`,
        value: over(({ cheap }) => shareOf(cheap, 0.99)),
        unit: 'ms',
        target: '<= 150',
      })
      report({
        name: 'login.flood.get.p50',
        value: over(({ cheap }) => shareOf(cheap, 0.5)),
        unit: 'ms',
      })
      report({
        name: 'login.flood.answer.p99',
        value: over(({ login }) => shareOf(login, 0.99)),
        unit: 'ms',
      })
      report({
        name: 'login.flood.hashed',
        value: over(({ statuses }) => (statuses['401'] ?? 0) / seconds),
        unit: '1/s',
      })
      report({
        name: 'login.flood.busy',
        value: over(({ statuses }) => (statuses['503'] ?? 0) / seconds),
        unit: '1/s',
      })
      const others = done.flatMap(({ statuses }) => Object.keys(statuses))
      report({
        name: 'login.flood.otherAnswers',
        value: new Set(others.filter((status) => status !== '401' && status !== '503')).size,
        unit: 'kinds',
        target: '= 0',
      })
    } finally {
      server.kill()
      await stage.stop()
    }
  },
}

function startServer(stage: BenchDatabase): ChildProcess {
  return fork(join(import.meta.dirname, '../../apps/server/src/main.ts'), {
    env: {
      DATABASE_URL: stage.url,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
    },
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

/** A flood on all connections, and concurrently one client that makes a cheap read every few milliseconds. */
async function runRound(address: string, lastsSeconds: number): Promise<Round> {
  const end = performance.now() + lastsSeconds * 1000
  const round: Round = { cheap: [], login: [], statuses: {} }
  const flood = Array.from({ length: connections }, async () => {
    while (performance.now() < end) {
      const begin = performance.now()
      const { status } = await tryLogin(address)
      round.login.push(performance.now() - begin)
      round.statuses[status] = (round.statuses[status] ?? 0) + 1
      // A flooding client that receives 503 does not retry within the same millisecond.
      if (status === 503) await sleep(50)
    }
  })
  const reader = async () => {
    while (performance.now() < end) {
      const begin = performance.now()
      await (await fetch(`${address}/api/lookup/info`)).text()
      round.cheap.push(performance.now() - begin)
      await sleep(5)
    }
  }
  await Promise.all([...flood, reader()])
  return round
}

async function tryLogin(address: string): Promise<{ status: number }> {
  const phone = `08${Math.floor(Math.random() * 1e8)
    .toString()
    .padStart(8, '0')}`
  const from = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${from}` },
    body: JSON.stringify({ username: phone, password: 'not the password' }),
  })
  await answer.text()
  return { status: answer.status }
}

function shareOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
