import { undoSeconds } from '@kapao/contract/console/limits'
import type { Role } from '@kapao/contract/console/roles'
import { secondMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import type { WorkAround } from '#desk/queues/kinds/queues.ts'
import { openWork } from '#desk/queues/open.ts'
import { accountBook } from '#ledger/accounts.ts'
import { giveBackRefused } from '#money/deposits/give-back.ts'
import { carryOutRejection } from '#money/withdrawals/undo.ts'
import { noteItem, type ItemHold } from '#records/items/store.ts'
import { readSettings } from '#settings/read.ts'
import { anyArrival, openDepositWorld, type DepositWorld } from '../worlds/deposit-world.ts'
import { openTerminals, type Terminals } from '../operators/terminals.ts'
import { testConfig } from '../worlds/test-app.ts'
import { deskContext } from './desk-context.ts'
import { openDeskCalls, type DeskAnswer, type DeskCalls } from './desk-calls.ts'
import { holdMoney, insertAnnounced, sendToGame } from './held-money.ts'

type Fields = Record<string, unknown>
type DeskOperator = { name: string; roles: readonly Role[] }

export type WorkWorld = DepositWorld &
  Pick<Terminals, 'kapao' | 'yes' | 'add' | 'passHours'> & {
    desk: DeskCalls
    /** What the desk is opened with. */
    around: WorkAround
    /** A call of an operator with every right, or these roles. */
    ask: (as: string | DeskOperator, call: string, input?: Fields) => Promise<DeskAnswer>
    decide: (
      name: string,
      item: { kind: string; id: string; decision: string } & Fields,
      key?: string,
    ) => Promise<DeskAnswer>
    read: (name: string, kind: string, id: string) => Promise<DeskAnswer>
    list: (kind: string, name?: string) => Promise<{ kind: string; id: string }[]>
    /** Where the process of the desk is interrupted; null lets it be. */
    atDesk: (doing: ((step: string) => Promise<void>) | null) => void
    /** What game providers answer; nothing until then. */
    answerBalance: (answer: WorkAround['askBalance']) => void
    /** Lets the time pass in which a decision can be undone, and what was rejected or refused be given back. */
    carryOut: () => Promise<void>
    make: Makers
  }

export type Makers = {
  deposit: (given?: Parameters<typeof anyArrival>[0]) => Promise<string>
  credited: (memberId: string, satang?: bigint) => Promise<string>
  differing: (memberId: string) => Promise<string>
  unread: (text?: string) => Promise<string>
  request: (memberId: string, satang?: bigint) => Promise<string>
  finding: () => Promise<string>
  payment: (memberId: string) => Promise<string>
  giftlink: (memberId: string) => Promise<string>
  suspicion: (memberId: string, holds?: readonly ItemHold[]) => Promise<string>
  withdrawal: (memberId: string, approvalsNeeded: number) => Promise<string>
  /** One whose payout has an unknown outcome. */
  payout: (memberId: string) => Promise<string>
  /** One to a game, or from it, that the provider has not answered. */
  transfer: (memberId: string, kind: 'in' | 'out') => Promise<string>
  /** One that is in a wallet on a message of the bank alone. */
  trusted: (memberId: string) => Promise<string>
}

const owner: readonly Role[] = ['owner']
const callOf = (name: string) =>
  name === 'decide'
    ? 'POST /api/console/work/decide/{kind}/{id}'
    : name === 'take'
      ? 'POST /api/console/work/take/{kind}/{id}'
      : name === 'undo'
        ? 'POST /api/console/work/undo/{kind}/{id}'
        : name === 'list'
          ? 'GET /api/console/work/list/{kind}'
          : name === 'counts'
            ? 'GET /api/console/work/counts'
            : 'GET /api/console/work/item/{kind}/{id}'

/** Nothing outside answers. */
const nowhere = { sealKey: null, address: 'http://127.0.0.1:9' }
const config = { ...testConfig, giftLinks: nowhere }

/** Deposits with their terminals and the desk of the console beside each other; lek, som and dao stand apart. */
export async function openWorkWorld(): Promise<WorkWorld> {
  const world = await openDepositWorld()
  const { clock, database } = world
  const { db } = database
  let doing: ((step: string) => Promise<void>) | null = null
  let asked: WorkAround['askBalance'] = async () => null
  const context = deskContext({ db, clock }, config)
  const around: WorkAround = {
    ...context,
    deciding: openDeciding(context),
    askBalance: (memberId, game, currency) => asked(memberId, game, currency),
    links: { make: ({ file }) => `/files/slips/${file}` },
  }
  const capability = openWork({
    ...around,
    readSettings: () => readSettings(db),
    failpoint: async (step) => doing?.(step),
  })
  const desk = await openDeskCalls((api) => capability.registerConsole!(api), { clock })
  const house = openTerminals({ ...world, config })
  await house.add('nok', null)
  for (const name of ['lek', 'som', 'dao']) await house.add(name, 'nok')
  await house.passHours(48)
  const ask: WorkWorld['ask'] = (as, call, input = {}) =>
    desk.call(callOf(call), { as: typeof as === 'string' ? { name: as, roles: owner } : as, input })
  return {
    ...world,
    ...house,
    desk,
    around,
    ask,
    decide: (name, item, key = systemIds.key()) =>
      desk.call(callOf('decide'), { as: { name, roles: owner }, input: item, key }),
    read: (name, kind, id) => ask(name, 'item', { kind, id }),
    list: async (kind, name = 'lek') => (await ask(name, 'list', { kind })).body.rows,
    atDesk: (next) => {
      doing = next
    },
    answerBalance: (answer) => {
      asked = answer
    },
    carryOut: () => carryOut(world),
    make: makersOf(world),
    close: async () => {
      await desk.close()
      await world.close()
    },
  }
}

const fail = (fault: unknown): never => {
  throw new Error(JSON.stringify(fault))
}

async function carryOut({ clock, database: { db } }: DepositWorld): Promise<void> {
  clock.moveMs(undoSeconds * secondMs)
  const deps = { db, clock, accounts: accountBook(db), notify: () => undefined }
  const rejected = `select id from withdrawals_withdrawal where state = 'rejected'`
  for (const { id } of await db.query<{ id: string }>(rejected)) await carryOutRejection(deps, id)
  await giveBackRefused({ ...deps, log: { error: fail } })
}

/** Writes rows as their room does after operations that have tests of their own. */
function asOwnerOf({ database: { ownerDb } }: DepositWorld) {
  return (text: string, values: readonly unknown[]) =>
    ownerDb.begin(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(text, values)
    })
}

/** Items of every kind, as each room would write them; the number makes their names other than those made before. */
export function makersOf(world: DepositWorld, madeBefore = 0): Makers {
  let made = madeBefore
  const next = () => `n${(made += 1)}`
  return {
    ...depositMakers(world, next),
    ...gatewayMakers(world, next),
    ...peopleMakers(world, next),
  }
}

function depositMakers(world: DepositWorld, next: () => string) {
  const { clock, database } = world
  const { db } = database
  const settle = (given: Parameters<typeof anyArrival>[0]) =>
    world.processes[0]!.settle(anyArrival({ paidAt: clock.now(), ...given }))
  return {
    deposit: async (given = {}) => (await settle(given)).id,
    credited: async (memberId, satang = 50_000n) =>
      (await settle({ memberId, money: { amount: satang, currency: 'BAHT' } })).id,
    trusted: async (memberId) => {
      const trust = { pot: 'KBANK:1112223334', max: 1_000_000n, isBlind: false }
      return (await settle({ memberId, trust })).id
    },
    differing: async (memberId) => {
      const event = next()
      const first = anyArrival({
        memberId,
        paidAt: clock.now(),
        channel: 'slip',
        eventId: systemIds.key(),
      })
      await world.processes[0]!.settle(first)
      const money = { amount: first.money.amount + 100n, currency: 'BAHT' } as const
      await world.processes[0]!.settle({
        ...first,
        channel: 'bank',
        eventId: event,
        memberId: null,
        money,
        hold: 'unknown-payer',
      })
      return `bank:${event}`
    },
    unread: async (text = 'KBANK ??? 500.00') => {
      const event = next()
      await db.query(
        `insert into bankfeed_unread (source, event_id, text, why, received_at) values ('sms', $1, $3, 'no amount', $2)`,
        [event, clock.now(), text],
      )
      return `sms:${event}`
    },
    request: (memberId, satang) => insertAnnounced(world, memberId, satang),
  } satisfies Partial<Makers>
}

function gatewayMakers(world: DepositWorld, next: () => string) {
  const { clock, database } = world
  const { db } = database
  const asOwner = asOwnerOf(world)
  return {
    finding: async () => {
      const [row] = await db.query<{ id: bigint }>(
        `insert into qrcodes_finding (provider, about, what, created_at, kind, details)
         values ('ZPAY', $1, 'said twice', $2, 'finding.event-changed', '{}') returning id`,
        [next(), clock.now()],
      )
      return String(row!.id)
    },
    payment: async (memberId) => {
      const name = next()
      const code = systemIds.key()
      await asOwner(
        `insert into qrcodes_code (id, reference, member_id, provider, key, fingerprint, currency, ordered, amount, state, created_at, expires_at, ended_at)
         values ($1::uuid, $2, $3, 'ZPAY', $2, $1::uuid, 'BAHT', 4000, 4000, 'expired', $4, $4, $4)`,
        [code, `REF${name}`, memberId, clock.now()],
      )
      await db.query(
        `insert into qrcodes_payment (provider, payment, reference, code, amount, currency, amount_text, paid_at, is_confirmed, state, why, created_at, next_at)
         values ('ZPAY', $1, $2, $3, 4000, 'BAHT', '40.00', $4, false, 'exception', 'nobody has answered', $4, $4)`,
        [name, `REF${name}`, code, clock.now()],
      )
      return `ZPAY:${name}`
    },
    giftlink: async (memberId) => {
      const id = systemIds.key()
      await asOwner(
        `insert into giftlinks_link (id, member_id, key, fingerprint, voucher, account, mobile, state, payer_known, owner_name, why, created_at, next_at)
         values ($1::uuid, $2, $3, $1::uuid, $3, 'TRUE:0812345678', '0812345678', 'exception', false, 'SOMCHAI JAIDEE', 'no answer', $4, $4)`,
        [id, memberId, next().padEnd(18, 'a'), clock.now()],
      )
      return id
    },
  } satisfies Partial<Makers>
}

function peopleMakers(world: DepositWorld, next: () => string) {
  const { clock, database } = world
  const { db } = database
  const asOwner = asOwnerOf(world)
  return {
    suspicion: async (memberId, holds = ['rewards']) => {
      const words = 'The inviter and the invited member may be one person.'
      const key = next()
      const evidence = { inviter: memberId, same: 'device' }
      await noteItem(db, {
        kind: 'invite.linked',
        key,
        memberId,
        words,
        evidence,
        holds,
        since: clock.now(),
      })
      const [row] = await db.query<{ id: bigint }>('select id from items_item where key = $1', [
        key,
      ])
      return String(row!.id)
    },
    payout: async (memberId) => {
      const id = await holdMoney(world, { memberId, approvalsNeeded: 1, asOwner })
      await asOwner(
        `update withdrawals_withdrawal set state = 'exception', channel = 'NOBODY', approved_at = $2, sent_at = $2, tries = 3,
           why = 'no answer for an hour' where id = $1`,
        [id, clock.now()],
      )
      return id
    },
    transfer: (memberId, kind) => sendToGame(world, { memberId, kind, asOwner }),
    withdrawal: (memberId, approvalsNeeded) =>
      holdMoney(world, { memberId, approvalsNeeded, asOwner }),
  } satisfies Partial<Makers>
}
