import { drawSector, seedFor, sumWeights } from '../../packages/contract/src/fair/draw.ts'
import type { Bench, Report } from './report.ts'
import { makeDataDir, startCopy } from '../../tools/testing/running-copy.ts'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import type { Db } from '../../apps/server/src/core/db/db.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { accountBook } from '../../apps/server/src/ledger/accounts.ts'
import { postAll } from '../../apps/server/src/ledger/post.ts'
import { anyWheel } from '../../apps/server/src/testing/worlds/any-wheel.ts'
import { defineWheel, switchWheel } from '../../apps/server/src/rewards/spinwheel/define.ts'
import type { WheelDeps } from '../../apps/server/src/rewards/spinwheel/setup.ts'
import { hmac, spin } from '../../apps/server/src/rewards/spinwheel/spin.ts'
import { medianOf } from './median.ts'
import { setStage } from './stage.ts'
import { turnWheel } from './web/wheel-frames.ts'

const weights = [1, 24, 12, 10, 18, 22, 3, 10]
const wheel = weights.map((weight, index) => ({ code: `s${index}`, weight }))
const draws = 1_000_000
const members = 64
const callers = 32
const seconds = 4
const demo = { username: '0812345678', password: 'three quiet rivers' }

/** The distribution of a million draws, spins booked a second, and how smoothly a slow phone turns the wheel. */
export const bench: Bench = {
  name: 'wheel',
  run: async (report, { long }) => {
    reportDraws(report)
    await reportSpins(report, long ? 5 : 3)
    await reportFrames(report)
  },
}

function reportDraws(report: Report): void {
  const serverSeed = seedFor(systemIds.secret(), wheel)
  const counts = wheel.map(() => 0)
  const begun = performance.now()
  for (let nonce = 0; nonce < draws; nonce += 1)
    counts[drawSector(wheel, { serverSeed, clientSeed: 'bench', nonce }, hmac)]! += 1
  const elapsed = performance.now() - begun
  const sum = sumWeights(wheel)
  const chi = wheel.reduce((all, { weight }, index) => {
    const expected = (draws * weight) / sum
    return all + (counts[index]! - expected) ** 2 / expected
  }, 0)
  report({ name: 'wheel.draws', value: (draws / elapsed) * 1000, unit: '1/s' })
  // Seven degrees of freedom; a fair wheel exceeds it once in a thousand runs.
  report({ name: 'wheel.million.chi2', value: chi, unit: '', target: '<= 24.3' })
  for (const [index, { weight }] of wheel.entries())
    report({
      name: `wheel.share.${(weight * 100) / sum}%`,
      value: (counts[index]! * 100) / draws,
      unit: '%',
    })
}

async function reportSpins(report: Report, rounds: number): Promise<void> {
  const stage = await setStage({ members, connections: callers })
  try {
    const deps = depsOn(stage.db)
    await prepare(stage.db, stage.memberIds)
    const done: number[] = []
    for (let round = 0; round < rounds; round += 1) done.push(await spinFor(deps, stage.memberIds))
    report({ name: `wheel.spins.c${callers}`, value: medianOf(done), unit: '1/s' })
  } finally {
    await stage.stop()
  }
}

function depsOn(db: Db): WheelDeps {
  return {
    db,
    accounts: accountBook(db),
    clock: systemClock,
    ids: systemIds,
    log: console,
    push: () => undefined,
    readSettings: async () => ({ 'spin.couponDays': 30, 'spin.prizeTurnover': '0' }),
    failpoint: async () => undefined,
  }
}

const coinsEach = 1_000_000n

async function prepare(db: Db, memberIds: readonly string[]): Promise<void> {
  const act = { actor: 'system:bench', requestId: 'bench' } as const
  const look = { bgColor: '#112233', textColor: '#ffffff' }
  const slices = wheel.map((one, index) => ({
    ...one,
    ...look,
    label: one.code,
    prize: index % 2 ? null : { amount: '5', currency: 'BAHT' },
  }))
  const definition = anyWheel({ name: 'bench', slices })
  const deps = { db, clock: systemClock }
  const made = await defineWheel(deps, { ...act, code: 'bench', definition })
  await switchWheel(deps, { ...act, currency: 'BAHT', wheel: made })
  const book = accountBook(db)
  const debit = await book.house('coin', '', 'COIN')
  for (const owner of memberIds) {
    const name = { owner, kind: 'coin', party: '', currency: 'COIN' } as const
    const [credit] = await book.open(db, [name])
    const money = { amount: coinsEach, currency: 'COIN' } as const
    const movement = { idem: systemIds.key(), debit, credit: credit!, money } as const
    await db.begin((tx) => postAll(tx, systemClock.now(), [{ ...movement, kind: 'coin_grant' }]))
  }
}

async function spinFor(deps: WheelDeps, memberIds: readonly string[]): Promise<number> {
  const until = performance.now() + seconds * 1000
  let count = 0
  const caller = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() < until; turn += callers) {
      const memberId = memberIds[turn % memberIds.length]!
      const answer = await spin(
        deps,
        { memberId, key: null, requestId: 'bench', language: null },
        {},
      )
      if (!answer.success) throw new Error(answer.error)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, first) => caller(first)))
  return count / seconds
}

async function reportFrames(report: Report): Promise<void> {
  const { dataDir, remove } = await makeDataDir()
  try {
    const copy = await startCopy({ dataDir })
    try {
      const { framesPerSecond, longestFrameMs } = await turnWheel(copy.app, demo)
      report({ name: 'wheel.slow4.fps', value: framesPerSecond, unit: '1/s', target: '>= 55' })
      report({ name: 'wheel.slow4.longest', value: longestFrameMs, unit: 'ms' })
    } finally {
      await copy.stop()
    }
  } finally {
    await remove()
  }
}
