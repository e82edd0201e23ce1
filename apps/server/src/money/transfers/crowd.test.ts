import { afterEach, beforeAll, expect, test } from 'vitest'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const games = ['pg', 'askmebet', 'joker2'] as const
type Game = (typeof games)[number]
const crowdSize = 60

const world = testWorld(openGameWorld)
const crowd: Player[] = []

beforeAll(async () => {
  // A few at a time, since each has a password to hash.
  while (crowd.length < crowdSize)
    crowd.push(
      ...(await Promise.all(Array.from({ length: 6 }, () => world.addPlayer(100_000n, games)))),
    )
}, 180_000)
afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

const patienceMs = 120_000
/** Far below the 12 s after which a provider call is given up, and far above what a loaded machine takes. */
const promptMs = 9_000

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const began = performance.now()
  const answer = await work
  return { answer, ms: performance.now() - began }
}

const transfer = (player: Player, from: string, to: string, amount = 5) =>
  player.call('POST /api/wallet/transfer', { body: { from, to, amount } })
const launch = async (player: Player, game: Game) => {
  const name = encodeURIComponent(await player.usernameAt(game))
  return () => player.call(`GET /api/autoLogin/${game}/${name}`)
}
const slow = (operation: string, delayMs: number) =>
  world.sandbox.addFault({ operation, kind: 'delay', delayMs })
const statuses = (answers: readonly { status: number }[]) => [
  ...new Set(answers.map(({ status }) => status)),
]

test.each(sampled('transfers: crowd', 1, games))(
  'RUN-12 sixty members who concurrently transfer to %s, which takes a second, all succeed, and back',
  { tags: 'long-4', timeout: patienceMs },
  async (game) => {
    await slow(`games.${game}.*`, 1_000)
    for (const [from, to] of [
      ['wallet', game],
      [game, 'wallet'],
    ] as const) {
      const answers = await Promise.all(crowd.map((player) => transfer(player, from, to)))
      expect(statuses(answers)).toEqual([200])
    }
  },
)

test(
  'RUN-04 twenty launches at a provider that takes 300 ms all succeed, of twenty members and of one',
  { tags: 'long-3', timeout: patienceMs },
  async () => {
    await slow('games.askmebet.login', 300)
    const launches = await Promise.all(
      crowd.slice(0, 20).map((player) => launch(player, 'askmebet')),
    )
    const ofMany = await Promise.all(launches.map((go) => go()))
    expect(statuses(ofMany)).toEqual([200])
    const ofOne = await Promise.all(Array.from({ length: 20 }, () => launches[0]!()))
    expect(statuses(ofOne)).toEqual([200])
    // Each link works once, so no two of them are the same.
    expect(new Set([...ofMany, ...ofOne].map(({ body }) => body.link)).size).toBe(40)
  },
)

test(
  'RUN-04 sixty members who concurrently refresh at a provider that takes 300 ms all see its balance',
  { tags: 'long-2', timeout: patienceMs },
  async () => {
    for (const [n, player] of crowd.entries())
      await world.setBalanceAt(player, 'askmebet', String(100 + n))
    await world.passTime(6_000)
    await slow('games.askmebet.credit', 300)
    await Promise.all(crowd.map((player) => player.call('GET /api/wallet/refresh/slot')))
    const balances = await Promise.all(crowd.map((player) => player.balances()))
    expect(balances.map(({ askmebet }) => askmebet)).toEqual(crowd.map((_, n) => (100 + n) * 100))
  },
)

/** Repeats these calls until stopped; returns how many there were. */
function storm(calls: readonly (() => Promise<unknown>)[]): () => Promise<number> {
  let isOver = false
  let made = 0
  const one = async (call: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      await call()
      made += 1
    }
  }
  const all = Promise.all(calls.map(one))
  return async () => {
    isOver = true
    await all
    return made
  }
}

/** The effect on others: transfers there and back, one after the other, of members who do nothing else. */
async function expectTransfersThrough(game: Game, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const others = crowd.slice(50, 53)
    for (const [from, to] of [
      ['wallet', game],
      [game, 'wallet'],
    ] as const) {
      const answers = await Promise.all(others.map((player) => timed(transfer(player, from, to))))
      expect(statuses(answers.map(({ answer }) => answer))).toEqual([200])
      for (const { ms } of answers) expect(ms).toBeLessThan(promptMs)
    }
  }
}

test.each(sampled('transfers: endless launches', 1, games))(
  'RUN-04 endless launches at %s, whose login takes a second: every transfer of others goes through',
  { tags: 'long-2', timeout: patienceMs },
  async (game) => {
    await slow(`games.${game}.${game === 'joker2' ? 'play' : 'login'}`, 1_000)
    const launches = await Promise.all(crowd.slice(0, 40).map((player) => launch(player, game)))
    const stop = storm(launches.flatMap((go) => [go, go, go]))
    await expectTransfersThrough(game, 3)
    expect(await stop()).toBeGreaterThan(40)
  },
)

test(
  "RUN-04 endless launches of forty members: another member's launch gets a slot",
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    await slow('games.joker2.play', 500)
    const launches = await Promise.all(crowd.slice(0, 40).map((player) => launch(player, 'joker2')))
    const honest = await launch(crowd[55]!, 'joker2')
    const stop = storm(launches.flatMap((go) => [go, go, go, go]))
    const answers = []
    for (let turn = 0; turn < 3; turn += 1) answers.push(await honest())
    await stop()
    expect(statuses(answers)).toEqual([200])
  },
)

test(
  'RUN-04 endless resets, each taking 1.5 s: one at a time per member, and every transfer of others goes through',
  { tags: 'long-3', timeout: patienceMs },
  async () => {
    const [a, b] = crowd.slice(56, 58) as [Player, Player]
    await slow('games.askmebet.reset-password', 1_500)
    const reset = (player: Player) => () => player.call('GET /api/wallet/resetpassword/askmebet')
    const stop = storm([a, b].flatMap((player) => Array.from({ length: 20 }, () => reset(player))))
    await expectTransfersThrough('askmebet', 2)
    await stop()

    type Rules = { rules: { hits: number }[] }
    const hits = async () => (await world.sandbox.control<Rules>('GET', '/faults')).rules[0]!.hits
    const before = await hits()
    const answers = await Promise.all(Array.from({ length: 20 }, reset(a)))
    expect(statuses(answers)).toEqual([200])
    expect(new Set(answers.map(({ body }) => body.password)).size).toBe(1)
    expect((await hits()) - before).toBe(1)
    const shown = await a.call('GET /api/wallet/account/askmebet')
    expect(shown.body.password).toBe(answers[0]!.body.password)
    expect((await (await launch(a, 'askmebet'))()).status).toBe(200)
  },
)

test(
  'RUN-04 members who refresh endlessly at a provider whose balances take a second: every transfer of others goes through',
  { tags: 'long-1', timeout: patienceMs },
  async () => {
    await slow('games.askmebet.credit', 1_000)
    const refresh = (player: Player) => async () => {
      // So that the provider is really queried each time.
      await world.passTime(6_000)
      return player.call('GET /api/wallet/refresh/slot')
    }
    const stop = storm(crowd.slice(0, 40).map(refresh))
    await expectTransfersThrough('askmebet', 2)
    expect(await stop()).toBeGreaterThan(40)
  },
)
