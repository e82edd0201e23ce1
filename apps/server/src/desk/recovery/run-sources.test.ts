import { beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { runSources, type AskDeps } from './run-sources.ts'
import type { BookingResult, SourceFact, PlayerAccount } from './sources/found.ts'

const world = testWorld(openDepositWorld)

beforeAll(async () => {
  // A recovery that has ended, so that money moves here.
  await world.database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into core_restore (epoch, found_at, found_by, opened_at, opened_by, opened_why)
       values (1, now(), 'test', now(), 'operator:test', 'test')`,
    )
  })
})

const start = new Date('2026-11-21T01:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const span = { since: start, until: at(60) }

type LookAt = AskDeps['wallet']['lookAt']

/** Runs these over the sources in which they are listed, each of which answered for these places. */
async function run(
  lists: Record<string, Omit<SourceFact, 'source'>[]>,
  {
    places = [],
    lookAt = async () => 'agrees',
  }: { places?: PlayerAccount[]; lookAt?: LookAt } = {},
) {
  const { db } = world.database
  const sources = Object.entries(lists).map(([source, found]) => ({
    source,
    find: async () => ({ found: found.map((one) => ({ ...one, source })), places }),
  }))
  const deps = {
    db,
    clock: world.clock,
    wallet: { lookAt },
    failpoint: async () => undefined,
  }
  return runSources(deps, { epoch: 1, span, sources })
}

test('RUN-72 what was lost is rebuilt in the order in which it happened, whichever source lists it and in whatever order', async () => {
  const booked: string[] = []
  const one = (reference: string, minutes: number) => ({
    reference,
    at: at(minutes),
    book: async (): Promise<BookingResult> => {
      booked.push(reference)
      return 'rebuilt'
    },
  })
  await run({
    payouts: [one('fifth', 5), one('second', 2)],
    deposits: [one('fourth', 4), one('first', 1)],
    games: [one('sixth', 6), one('third', 3)],
  })
  expect(booked).toEqual(['first', 'second', 'third', 'fourth', 'fifth', 'sixth'])
})

test('RUN-72 RUN-73 what lacks something earlier is tried again, at most five times, and what follows at its account waits for it', async () => {
  const tries: string[] = []
  const place = { memberId: 'm1', game: 'pg' }
  const short = { words: 'short', memberId: null, holds: [], isShort: true }
  const tried = (reference: string, minutes: number, succeedsAt: number, more = {}) => ({
    reference,
    at: at(minutes),
    ...more,
    book: async (): Promise<BookingResult> => {
      tries.push(reference)
      return tries.filter((one) => one === reference).length >= succeedsAt ? 'rebuilt' : short
    },
  })
  const { sources } = await run({
    all: [
      tried('late', 1, 2),
      tried('never', 2, 99, { place }),
      tried('behind it', 3, 1, { place }),
      tried('elsewhere', 4, 1, { place: { memberId: 'm2', game: 'pg' } }),
    ],
  })
  expect(sources).toMatchObject([{ rebuilt: 2, waiting: 2 }])
  expect(tries.filter((one) => one === 'late')).toHaveLength(2)
  expect(tries).not.toContain('behind it')
})

test('RUN-73 what differs is play only where the provider has answered and nothing waits at that account', async () => {
  const place = (memberId: string) => ({ memberId, game: 'pg' })
  await world.database.ownerDb.query(
    `insert into recovery_doubt (member_id, game, epoch) values ('answered', 'pg', 1), ('silent', 'pg', 1), ('waiting', 'pg', 1)`,
  )
  const looked: [string, boolean][] = []
  const { doubts } = await run(
    {
      games: [
        {
          reference: 'unknown to the books',
          at: at(1),
          place: place('waiting'),
          book: async () => ({ words: 'not ours', memberId: null, holds: [] }),
        },
      ],
    },
    {
      places: [place('answered'), place('waiting')],
      lookAt: async (memberId, _game, isExplained) => {
        looked.push([memberId, isExplained])
        return isExplained ? 'booked' : 'differs'
      },
    },
  )
  expect(Object.fromEntries(looked)).toEqual({ answered: true, silent: false, waiting: false })
  expect(doubts).toEqual({ differs: 2, silent: 0 })
})
