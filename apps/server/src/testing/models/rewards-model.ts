import type { Caller } from '#core/calls/idempotency.ts'
import { systemIds } from '#core/ids.ts'
import { giveEarned } from '#money/bonus/give-earned.ts'
import { watchRewards } from '#desk/watch/rewards/watch.ts'
import { receiveRefund, receiveRoute } from '#rewards/refund/receive.ts'
import { readSettings } from '#settings/read.ts'
import { claim } from '#rewards/spinwheel/claim.ts'
import { defineWheel, switchWheel } from '#rewards/spinwheel/define.ts'
import { anyWheel } from '../worlds/any-wheel.ts'
import { spin } from '#rewards/spinwheel/spin.ts'
import { Crash, type BonusProcess } from './bonus-model.ts'
import type { DepositWorld } from '../worlds/deposit-world.ts'

/** What every spin of this wheel wins, and what every closed period refunds, in satang. */
export const prize = 300n
export const refunded = 700n

type EarnedModel = {
  /** Coins earned by deposits, and coins spent on spins. */
  earned: bigint
  spent: bigint
  coupons: bigint
  refundable: bigint
}

/** Wheel and refunds of a process that dies where the rest of it does. */
export async function openEarned(world: DepositWorld, live: BonusProcess) {
  const { db, state, accounts, bonus } = live
  const { clock } = world
  const failpoint = async (step: string) => {
    if (state.crashAt === step) throw new Crash(step)
  }
  const shared = { db, clock, ids: systemIds, accounts, push: () => undefined, failpoint }
  const wheel = {
    ...shared,
    log: console,
    readSettings: async () => ({ 'spin.couponDays': 365, 'spin.prizeTurnover': '0' }),
  }
  await openWheel(world)
  const watch = watchRewards({ ...shared, log: console })
  const giving = { ...bonus.deps, watch }
  let closed = 0
  return {
    /** Ends a period in which the member has lost; nothing is credited yet. */
    closePeriod: async (memberId: string) => {
      closed += 1
      await db.query(
        `insert into refund_period (member_id, period, since, until, currency, lost, won, gifts, forfeited, rate, amount, created_at)
         values ($1, $2, $4, $4::timestamptz + interval '1 day', 'BAHT', $3::bigint * 10, 0, 0, 0, 1000, $3, $4)`,
        [memberId, `day model-${closed}`, refunded, clock.now()],
      )
    },
    receiveRefund: (caller: Caller) =>
      receiveRefund(
        {
          give: (by, reward) => giveEarned(giving, by, reward),
          readSettings: async () => ({
            ...(await readSettings(db)),
            'refund.active': true,
            'refund.success': '0',
            'refund.fail': '0',
            'refund.turnover': '0',
          }),
        },
        caller,
        receiveRoute,
      ),
    /** Returns false where there was no coin. */
    spin: async (caller: Caller) => (await spin(wheel, { ...caller, language: null }, {})).success,
    claimOldest: async (caller: Caller) => {
      const [open] = await db.query<{ id: string }>(
        `select id from spinwheel_coupon where member_id = $1 and state = 'open' order by created_at, id limit 1`,
        [caller.memberId],
      )
      await claim(wheel, { ...caller, language: null }, { coupon: open?.id ?? systemIds.key() })
    },
    look: async (memberId: string): Promise<EarnedModel> => {
      const [row] = await db.query<EarnedModel>(
        `select (select coalesce(sum(coins), 0)::bigint from deposits_deposit where member_id = $1 and state = 'credited') as earned,
                (select coalesce(sum(coins), 0)::bigint from deposits_deposit where member_id = $1 and state = 'credited')
                  - (select balance from ledger_account where owner = $1 and kind = 'coin') as spent,
                (select count(*) from spinwheel_coupon where member_id = $1 and state = 'open') as coupons,
                (select coalesce(sum(amount), 0)::bigint from refund_period
                  where member_id = $1 and receipt is null) as refundable`,
        [memberId],
      )
      return row!
    },
  }
}

async function openWheel({ database: { db }, clock }: DepositWorld): Promise<void> {
  const by = { actor: 'operator:test', requestId: 'test' } as const
  const slice = { bgColor: '#112233', textColor: '#ffffff' }
  const slices = [
    { ...slice, code: 'W', label: 'Won', weight: 1, prize: { amount: '3.00', currency: 'BAHT' } },
    { ...slice, code: 'N', label: 'None', weight: 0 },
  ]
  const definition = anyWheel({ name: 'Model', slices })
  const wheel = await defineWheel({ db, clock }, { ...by, code: 'model', definition })
  await switchWheel({ db, clock }, { ...by, currency: 'BAHT', wheel })
}
