import { sha256, systemIds } from '#core/ids.ts'
import { listBalances } from '#ledger/read.ts'
import { insertOperator, insertRole } from '#records/operators/store.ts'
import { unguarded } from '../database/database.ts'
import { openGameWorld, type GameWorld, type Player } from './game-world.ts'
import type { Answer } from './test-app.ts'

export type SandboxPayout = {
  id: string
  reference: string
  amount: string
  currency: string
  accountNo: string
  status: string
}

export type PayoutWorld = GameWorld & {
  withdraw: (player: Player, amount: number, key?: string) => Promise<Answer>
  withdrawAll: (player: Player, amount: number, key?: string) => Promise<Answer>
  /** The payouts ordered for the account of a member. */
  payoutsOf: (player: Player, channel?: string) => Promise<SandboxPayout[]>
  stateOf: (player: Player) => Promise<string | undefined>
  /** Waits until the newest withdrawal has this state. */
  becomes: (player: Player, state: string) => Promise<string | undefined>
  walletOf: (player: Player) => Promise<number>
  heldOf: (player: Player) => Promise<number>
  mode: (mode: string, channel?: string) => Promise<void>
  /** Operators, by the one who added each. */
  addOperators: (createdBy: Record<string, string>) => Promise<void>
}

/** A world in which withdrawals up to 2,000 are automatic and those from 20,000 need two approvals. */
export async function openPayoutWorld(): Promise<PayoutWorld> {
  const world = await openGameWorld()
  const { sandbox, database } = world
  const call =
    (name: string) =>
    (player: Player, amount: number, key: string = systemIds.key()) =>
      player.call(`POST /api/wallet/${name}`, {
        body: { amount },
        headers: { 'idempotency-key': key },
      })
  const accountOf = async ({ id }: Player): Promise<string> => {
    const [row] = await database.db.query<{ no: string }>(
      'select bank_account_no as no from account_member where id = $1',
      [id],
    )
    return row!.no
  }
  const amountIn = async ({ id }: Player, kind: string): Promise<number> => {
    const found = (await listBalances(database.db, id)).find((one) => one.kind === kind)
    return Number(found?.money.amount ?? 0n)
  }
  const stateOf: PayoutWorld['stateOf'] = async ({ id }) => {
    const [row] = await database.db.query<{ state: string }>(
      'select state::text as state from withdrawals_withdrawal where member_id = $1 order by created_at desc limit 1',
      [id],
    )
    return row?.state
  }
  return {
    ...world,
    withdraw: call('withdraw'),
    withdrawAll: call('withdrawAll'),
    payoutsOf: async (player, channel = 'BANK') => {
      const all = await sandbox.control<SandboxPayout[]>(
        'GET',
        `/payout/payouts?channel=${channel}`,
      )
      const account = await accountOf(player)
      return all.filter(({ accountNo }) => accountNo === account)
    },
    stateOf,
    becomes: (player, state) =>
      world.until(
        () => stateOf(player),
        (one) => one === state,
      ),
    walletOf: (player) => amountIn(player, 'wallet'),
    heldOf: (player) => amountIn(player, 'withdrawal'),
    mode: (mode, channel = 'BANK') => sandbox.control('POST', '/payout/mode', { channel, mode }),
    addOperators: (createdBy) => addOperators(world, createdBy),
  }
}

/** The first is an owner, the others are risk, and have been for long. */
async function addOperators(
  { database, clock }: Pick<GameWorld, 'database' | 'clock'>,
  createdBy: Record<string, string>,
): Promise<void> {
  // As if a second operator had confirmed each.
  await unguarded(database.ownerDb, async (tx) => {
    for (const [name, by] of Object.entries(createdBy))
      await tx.query(
        `insert into confirm_request (kind, subject, what, words, state, asked_by, asked_at, decided_by, decided_at)
         values ('operator add', $1, jsonb_build_object('tokenHash', $2::text, 'roles', '["risk"]'::jsonb), '', 'confirmed', $3, now(), 'test', now())`,
        [name, sha256(name).toString('hex'), by],
      )
  })
  await database.db.begin(async (tx) => {
    const createdAt = clock.now()
    for (const [name, by] of Object.entries(createdBy)) {
      const tokenHash = sha256(name)
      await insertOperator(tx, { name, tokenHash, createdAt, createdBy: by })
      const role = by === 'system:bootstrap' ? 'owner' : 'risk'
      await insertRole(tx, { name, role, givenBy: by })
    }
  })
  await database.ownerDb.query(`update operators_role set given_at = given_at - interval '9 days'`)
}
