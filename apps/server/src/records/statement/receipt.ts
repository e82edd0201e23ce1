import {
  readStatementRow,
  type HoldReason,
  type readStatementBalances,
} from '@kapao/contract/statement'
import type { Money } from '@kapao/contract/money'
import { hideSide, type Proof } from '@kapao/contract/fair/proof'
import type { Db, Queryable } from '#core/db/db.ts'
import { refuse } from '#core/refused.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import { isLegOf } from '#ledger/post.ts'
import { findReversal, listLegs, type Leg } from '#ledger/read.ts'
import { findProofs } from '#ledger/seals/proof.ts'
import { viewOfRow } from './show.ts'
import { findRow, listRowsOf } from './store.ts'

export type ReceiptDeps = {
  db: Db
  /** Other operations that are part of the same act: a second half, the deposit that took a request over. */
  listLinked: (on: Queryable, memberId: string, operation: string) => Promise<string[]>
  listHeld: (on: Queryable, memberId: string) => Promise<ReadonlyMap<string, HoldReason>>
}

type Receipt = AnswerOf<typeof readStatementRow>
type WalletChange = { walletBefore: Money | null; walletAfter: Money | null }

/** Another member's row and one that never existed look the same. */
export async function readReceipt(
  deps: ReceiptDeps,
  memberId: string,
  seq: bigint,
): Promise<Receipt> {
  const { db } = deps
  const row = await findRow(db, memberId, seq)
  if (!row) refuse(readStatementRow, 'NO_DATA')
  const linked = await deps.listLinked(db, memberId, row.operation)
  const legs = await listLegs(db, [...new Set([row.operation, ...linked])])
  const own = ownLegs(legs, memberId)
  const idems = own.map(({ idem }) => idem)
  const proofs = await findProofs(db, idems)
  const corrected = await findReversal(db, idems)
  const movements = own.map((leg) => ({
    id: leg.idem,
    kind: leg.kind,
    from: placeOf(leg.debit),
    to: placeOf(leg.credit),
    amount: leg.money,
    currency: leg.money.currency,
    ...walletAround(leg),
    createdAt: leg.createdAt.toISOString(),
    proof: proofForMember(leg, proofs.get(leg.idem) ?? null),
  }))
  const isOpenDeposit = row.statementType === 'deposit' && row.status === 'PENDING'
  const held = isOpenDeposit
    ? ((await deps.listHeld(db, memberId)).get(row.operation) ?? null)
    : null
  return {
    row: viewOfRow(row),
    ...walletAroundAll(movements),
    movements,
    corrected: corrected?.toISOString() ?? null,
    held,
  }
}

/**
 * The wallet's balances for the receipts of these rows, without their movements; the movements of all are read at once.
 */
export async function readBalances(
  { db, listLinked }: ReceiptDeps,
  memberId: string,
  seqs: readonly number[],
): Promise<AnswerOf<typeof readStatementBalances>> {
  const rows = await listRowsOf(db, memberId, seqs)
  const operationsOf = new Map<number, ReadonlySet<string>>()
  for (const { seq, operation } of rows) {
    const linked = await listLinked(db, memberId, operation)
    operationsOf.set(Number(seq), new Set([operation, ...linked]))
  }
  const all = new Set([...operationsOf.values()].flatMap((some) => [...some]))
  const legs = ownLegs(await listLegs(db, [...all]), memberId)
  const balances = [...operationsOf].map(([seq, operations]) => {
    const own = legs.filter(({ idem }) => [...operations].some((one) => isLegOf(idem, one)))
    return { seq, walletAfter: walletAroundAll(own.map(walletAround)).walletAfter }
  })
  return { balances }
}

/** Before the first movement that touched the wallet, and after the last. */
function walletAroundAll(movements: readonly WalletChange[]): WalletChange {
  const touching = movements.filter(({ walletBefore }) => walletBefore !== null)
  return {
    walletBefore: touching[0]?.walletBefore ?? null,
    walletAfter: touching.at(-1)?.walletAfter ?? null,
  }
}

/**
 * Movements that came to the member or left them. Where another member's money came from or went is that member's to
 * see, and movements between house accounts are the operator's.
 */
export function ownLegs(legs: readonly Leg[], memberId: string): Leg[] {
  return legs.filter((one) => concernsOnly(one, memberId))
}

function concernsOnly({ debit, credit }: Leg, memberId: string): boolean {
  const owners = [debit.owner, credit.owner]
  return owners.includes(memberId) && owners.every((owner) => owner === null || owner === memberId)
}

/** The balances of house accounts are not for the member, and the proof of their own movements does not need them. */
function proofForMember({ debit, credit }: Leg, proof: Proof | null): Proof | null {
  if (!proof) return null
  let { fields } = proof
  if (debit.owner === null) fields = hideSide(fields, 'debitSide')
  if (credit.owner === null) fields = hideSide(fields, 'creditSide')
  return { ...proof, fields }
}

/** Which house account it was is not shown; of a game provider the game that the member plays is. */
function placeOf({ owner, kind, party }: Leg['debit']) {
  const isMine = owner !== null
  return { isMine, kind, party: isMine || kind === 'provider' ? party : '' }
}

/** The member's wallet before and after one movement; null where it took no part. */
function walletAround({ debit, credit, money: { amount, currency } }: Leg): WalletChange {
  if (isWallet(debit))
    return {
      walletBefore: { amount: debit.balanceAfter + amount, currency },
      walletAfter: { amount: debit.balanceAfter, currency },
    }
  if (isWallet(credit))
    return {
      walletBefore: { amount: credit.balanceAfter - amount, currency },
      walletAfter: { amount: credit.balanceAfter, currency },
    }
  return { walletBefore: null, walletAfter: null }
}

function isWallet({ owner, kind }: Leg['debit']): boolean {
  return owner !== null && kind === 'wallet'
}
