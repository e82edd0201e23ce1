import { accountBook } from '#ledger/accounts.ts'
import { listBalances, type Balance } from '#ledger/read.ts'
import type { Queryable } from '#core/db/db.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import type { BindReward } from '#money/conditions/open.ts'
import { wheelOutcomes } from './claim.ts'
import { spinwheelRoutes } from './routes.ts'
import type { WheelDeps } from './setup.ts'

type WheelContext = ContextWith<
  'db' | 'clock' | 'ids' | 'log' | 'push' | 'readSettings' | 'failpoint'
>

type Uses = Pick<WheelDeps, 'bonusHeld' | 'lockMember' | 'insertRow'> & { bindReward: BindReward }

/** The wheel: coins earned by deposits buy spins, and spins win coupons. */
export function openSpinwheel(
  context: WheelContext & ContextWith<never, 'variant'>,
  uses: Uses,
): Capability {
  const { variant } = context.config
  return {
    registerCalls: (api) => spinwheelRoutes(api, { ...wheelDeps(context, uses), variant }),
    operations: wheelOutcomes,
  }
}

/** The wheel's dependencies, for the server and for the demo data. */
export function wheelDeps(context: WheelContext, uses: Uses): WheelDeps {
  const { db, log, push, readSettings } = context
  return {
    ...context,
    ...uses,
    accounts: accountBook(db),
    countCoins: async (on, memberId) => (await findOwn(on, memberId, 'coin'))?.money.amount ?? 0n,
    readCouponDays: async () => (await readSettings())['spin.couponDays'],
    readPrizeTurnover: async () => (await readSettings())['spin.prizeTurnover'],
    // Coins are spent on spins; the prizes of those spins are bound in turn.
    bindPrize: async (tx, { wheelCode, money: { amount, currency }, at, ...prize }) => {
      if (currency === 'COIN') return
      const kind = 'prize' as const
      const reward = { ...prize, kind, source: wheelCode, currency, amount, createdAt: at }
      await uses.bindReward(tx, reward)
    },
    notifyReward: (memberId, { currency }) => {
      const notify = async () => {
        const seq = Number((await findOwn(db, memberId, 'wallet'))?.seq ?? 0n)
        push(memberId, 'reward', { seq, type: 'bonus', currency })
      }
      notify().catch((error: unknown) => log.warn({ err: error }, 'a push failed'))
    },
  }
}

async function findOwn(
  on: Queryable,
  memberId: string,
  kind: Balance['kind'],
): Promise<Balance | undefined> {
  return (await listBalances(on, memberId)).find((balance) => balance.kind === kind)
}
