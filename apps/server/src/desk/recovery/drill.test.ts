import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { makeOld } from '#testing/worlds/member-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { countOriginal, takeBackup } from '#testing/worlds/restored-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { ourAccount } from '#testing/worlds/slip-world.ts'

const world = testWorld(openPayoutWorld)
const members = 10
const rounds = 5

const keyed = () => ({ 'idempotency-key': systemIds.key() })

async function move(player: Player, from: string, to: string): Promise<void> {
  const body = { from, to, amount: 20 }
  const answer = await player.call('POST /api/wallet/transfer', { body, headers: keyed() })
  if (answer.status !== 200) throw new Error(`not moved: ${answer.text}`)
}

test(
  'RUN-76 fifty payouts, fifty deposits and two hundred transfers after the point: each satang is rebuilt or listed, nothing twice',
  { tags: 'long-1', timeout: 240_000 },
  async () => {
    await world.set('deposit.accounts', [ourAccount])
    await world.passTime(0)
    const players: { player: Player; account: string }[] = []
    for (let at = 0; at < members; at += 1) {
      const account = String(2_000_000_000 + at)
      // Half of them at a provider that lists transfers, half at one that does not.
      const player = await world.addPlayer(3_000_00n, [at % 2 === 0 ? 'betflix' : 'pg'], {
        bankAccountNo: account,
      })
      await makeOld(world, player.id)
      players.push({ player, account })
    }
    await countOriginal(world)
    await world.passTime(minuteMs)
    const since = world.clock.now()
    const backup = await takeBackup(world)
    await world.passTime(minuteMs)
    await countOriginal(world)

    for (let round = 0; round < rounds; round += 1) {
      for (const [at, { player, account }] of players.entries()) {
        const game = at % 2 === 0 ? 'betflix' : 'pg'
        const before = (await player.balances())['wallet']!
        await world.sandbox.control('POST', '/bank/pay', {
          fromBank: 'KBANK',
          fromAccount: account,
          fromName: 'SOMCHAI JAIDEE',
          amount: `${100 + round}.${10 + at}`,
        })
        for (const [from, to] of [
          ['wallet', game],
          ['wallet', game],
          ['wallet', game],
          [game, 'wallet'],
        ] as const)
          await move(player, from, to)
        await world.until(player.balances, (now) => now['wallet']! + 40_00 > before)
        expect((await world.withdraw(player, 100)).status).toBe(200)
        await world.until(
          async () => {
            // A payout waits until the bank shows the deposit before it.
            await world.work(1, 6_000)
            return world.stateOf(player)
          },
          (state) => state === 'paid',
        )
      }
      await world.passTime(1_000)
    }

    const restored = await backup.start()
    try {
      await world.passTime(1_000)
      const span = { since: new Date(since.getTime() - 10 * minuteMs), until: world.clock.now() }
      const report = await restored.recovery().ask({ epoch: 1, span, isClosed: true })
      const rebuilt = (source: string) =>
        report.sources.find((one) => one.source === source)?.rebuilt
      expect(rebuilt('payouts BANK')).toBe(members * rounds)
      expect(rebuilt('bank KBANK:1112223334')).toBe(members * rounds)
      expect(rebuilt('games betflix')).toBe((members / 2) * rounds * 4)
      expect(report.doubts).toEqual({ differs: members / 2, silent: 0 })

      const differences = await restored.db.query<{
        memberId: string
        reported: string
        books: string
      }>(
        `select member_id as "memberId", evidence ->> 'reported' as reported, evidence ->> 'books' as books
       from items_item where kind = 'recovery.difference'`,
      )
      expect(differences).toHaveLength(members / 2)
      for (const [at, { player }] of players.entries()) {
        const is = await restored.balances(player.id)
        const was = await player.balances()
        const game = at % 2 === 0 ? 'betflix' : 'pg'
        // What a provider without a list has more is what the wallet has too much, and it is listed to the satang.
        const listed = differences.find(({ memberId }) => memberId === player.id)
        const more = listed ? (Number(listed.reported) - Number(listed.books)) * 100 : 0
        expect(more).toBe(game === 'pg' ? rounds * 40_00 : 0)
        expect({ ...is, [game]: is[game]! + more, wallet: is['wallet']! - more }).toMatchObject({
          wallet: was['wallet'],
          [game]: was[game],
          withdrawal: 0,
        })
      }
      expect(await restored.violations()).toEqual([])
    } finally {
      await restored.close()
    }
  },
)
