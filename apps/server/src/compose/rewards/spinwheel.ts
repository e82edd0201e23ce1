import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db, Queryable, Tx } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/log.ts'
import type { Api } from '#core/route.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances, type Balance } from '#ledger/read.ts'
import { addCondition } from '#modules/conditions/store.ts'
import { toPlayOf } from '#modules/conditions/to-play.ts'
import type { FindOperation } from '#modules/outcome/service.ts'
import type { Settings } from '#settings/registry.ts'
import { findSpinOutcome } from '#modules/spinwheel/claim.ts'
import { spinwheelRoutes } from '#modules/spinwheel/routes.ts'
import type { BoundPrize, WheelDeps } from '#modules/spinwheel/setup.ts'
import { insertRow, lockMember } from '#modules/statement/store.ts'
import { failpointOf } from '../games.ts'

export type SpinwheelAround = {
  config: Pick<Config, 'failpoint'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn'>
  push: PushTo
  readSettings: () => Promise<Settings>
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
}

export type ComposedSpinwheel = {
  registerCalls: (api: Api) => void
  operations: FindOperation[]
}

/** The wheel: coins that deposits have earned become draws, and draws become coupons. */
export function composeSpinwheel(
  around: SpinwheelAround & { config: Pick<Config, 'variant'> },
): ComposedSpinwheel {
  const { variant } = around.config
  const deps = wheelDeps(around)
  return {
    registerCalls: (api) => spinwheelRoutes(api, { ...deps, variant }),
    operations: [findSpinOutcome],
  }
}

/** What the wheel works with, for the server and for the demo data. */
export function wheelDeps(around: SpinwheelAround): WheelDeps {
  const { config, db, log, push, readSettings } = around
  return {
    ...around,
    accounts: accountBook(db),
    lockMember,
    insertRow,
    countCoins: async (on, memberId) =>
      (await findBalance(on, memberId, 'coin'))?.money.amount ?? 0n,
    readCouponDays: async () => (await readSettings())['spin.couponDays'],
    readPrizeTurnover: async () => (await readSettings())['spin.prizeTurnover'],
    bindPrize,
    tellReward: (memberId, { currency }) => {
      const tell = async () => {
        const seq = Number((await findBalance(db, memberId, 'wallet'))?.seq ?? 0n)
        push(memberId, 'reward', { seq, type: 'bonus', currency })
      }
      tell().catch((error: unknown) => log.warn({ err: error }, 'a push could not be made'))
    },
    passStep: failpointOf(config.failpoint),
  }
}

/** Coins are played by themselves: what they win is bound in its turn. */
async function bindPrize(
  tx: Tx,
  { wheelCode, money: { amount, currency }, turnover, at, ...one }: BoundPrize,
): Promise<void> {
  if (currency === 'COIN') return
  const toPlay = toPlayOf(amount, turnover)
  const kind = 'prize' as const
  await addCondition(tx, {
    ...one,
    kind,
    source: wheelCode,
    currency,
    amount,
    toPlay,
    createdAt: at,
  })
}

async function findBalance(
  on: Queryable,
  memberId: string,
  kind: Balance['kind'],
): Promise<Balance | undefined> {
  return (await listBalances(on, memberId)).find((balance) => balance.kind === kind)
}
