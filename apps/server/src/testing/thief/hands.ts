import { bahtOf, playedGames, satangOf } from './casino.ts'
import { settles, walletOf } from './channels.ts'
import type { Member, ThiefWorld } from './world.ts'

/** A provider is queried once in five seconds. */
const askedAgainAfterMs = 6_000
/** The automatic maximum, and the least that is paid at all, in baht. */
const autoMax = 2_000
const withdrawMin = 100
const workTurns = 8

export async function look(world: ThiefWorld, who: Member): Promise<void> {
  await world.passTime(askedAgainAfterMs)
  await who.call('GET /api/wallet/refresh/slot')
}

/** Into a game and out of it again; a refusal changes nothing. */
export async function move(
  who: Member,
  { from, to, amount }: { from: string; to: string; amount: bigint },
): Promise<boolean> {
  if (amount < 100n) return false
  const body = { from, to, amount: Number(bahtOf(amount)) }
  return (await who.call('POST /api/wallet/transfer', { body })).status === 200
}

export async function allIn(world: ThiefWorld, who: Member, game: string): Promise<boolean> {
  return move(who, { from: 'wallet', to: game, amount: await walletOf(world, who) })
}

export async function allOut(world: ThiefWorld, who: Member, game: string): Promise<void> {
  await look(world, who)
  await move(who, { from: game, to: 'wallet', amount: await world.casino.has(who, game) })
}

/** A bet that is decided while it is played. */
export async function spinReels(
  world: ThiefWorld,
  who: Member,
  { stake, won }: { stake: bigint; won: bigint },
): Promise<void> {
  const bet = await world.casino.place(who, 'pg', stake)
  if (bet) await world.casino.settle(who, bet, { won, isVoid: false })
  await look(world, who)
}

/** Ends a bonus whose time has come, and lets the worker finish it. */
export async function endBonus(world: ThiefWorld, who: Member): Promise<void> {
  const isHeld = async () => (await who.call('GET /api/bonus/check/active')).body?.status === true
  if (!(await isHeld())) return
  await who.call('GET /api/bonus/clear')
  for (let turn = 0; turn < workTurns && (await isHeld()); turn += 1) await work(world)
}

export async function work(world: ThiefWorld, ms = 61_000): Promise<void> {
  await world.passTime(ms)
  await world.runJobs()
}

/** Moves everything to the wallet and has it paid, in parts, as long as no operator has to approve it. */
export async function takeOut(world: ThiefWorld, who: Member): Promise<bigint> {
  for (const game of playedGames) await allOut(world, who, game)
  let paid = 0n
  for (;;) {
    const wallet = await walletOf(world, who)
    const baht = Math.min(Number(wallet / 100n), autoMax)
    if (baht < withdrawMin) return paid
    const asked = await who.call('POST /api/wallet/withdraw', { body: { amount: baht } })
    if (asked.status !== 200 || !(await isPaid(who))) return paid
    paid += satangOf(baht)
    await world.passTime(askedAgainAfterMs)
  }
}

async function isPaid(who: Member): Promise<boolean> {
  const stage = async () =>
    (await who.call('GET /api/withdrawals/current')).body.withdrawal.stage as string
  const open = new Set(['APPROVED', 'SENT', 'COLLECTING'])
  await settles(async () => !open.has(await stage()))
  return (await stage()) === 'PAID'
}
