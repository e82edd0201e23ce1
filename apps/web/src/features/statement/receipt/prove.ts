import { checkProof, type Seal, type SealedSide } from '@kapao/contract/fair/proof'
import type { Receipt } from '../queries.ts'
import type { Movement } from './names.ts'

export type Verdict =
  | { kind: 'proven'; movements: number; seals: string[]; sealedAt: string; open: number }
  | { kind: 'broken'; why: 'path' | 'root' | 'chain' | 'range' | 'shown' }

/**
 * Recomputes every sealed movement, up to the seals that the reader has fetched. It includes comparing the sealed
 * figures with the shown ones: a proof of other figures than those on the screen would prove nothing.
 */
export function proveReceipt(
  { row, movements }: Pick<Receipt, 'row' | 'movements'>,
  seals: readonly Seal[],
): Verdict {
  const sealed = movements.filter(({ proof }) => proof !== null)
  for (const movement of sealed) {
    const verdict = checkProof(movement.proof!, seals)
    if (!verdict.proven) return { kind: 'broken', why: verdict.why }
    if (!isAsShown(movement)) return { kind: 'broken', why: 'shown' }
  }
  const isOfRow = ({ amount, currency }: Movement): boolean =>
    amount === row.amount && currency === row.currency
  if (!movements.some(isOfRow)) return { kind: 'broken', why: 'shown' }
  const used = new Set(sealed.map(({ proof }) => proof!.seal.no))
  const published = seals.filter(({ no }) => used.has(no))
  return {
    kind: 'proven',
    movements: sealed.length,
    seals: published.map(({ no }) => no),
    sealedAt: published.at(-1)?.sealedAt ?? '',
    open: movements.length - sealed.length,
  }
}

function isAsShown(movement: Movement): boolean {
  const { fields } = movement.proof!
  const { from, to, walletBefore, walletAfter } = movement
  const inUnits = (amount: number | null): number | null =>
    amount === null ? null : Math.round(amount * unitsOf(movement.currency))
  const amount = Number(fields.units)
  const [after, sign] = isWallet(from)
    ? [balanceOf(fields.debitSide), 1]
    : isWallet(to)
      ? [balanceOf(fields.creditSide), -1]
      : [null, 0]
  return (
    fields.idem === movement.id &&
    fields.kind === movement.kind &&
    fields.createdAt === movement.createdAt &&
    inUnits(movement.amount) === amount &&
    inUnits(walletAfter) === after &&
    inUnits(walletBefore) === (after === null ? null : after + sign * amount)
  )
}

/** Not a number if it is hidden, so that it equals no figure on the screen. */
function balanceOf(side: SealedSide): number {
  return 'hash' in side ? Number.NaN : Number(side.balance)
}

function isWallet({ isMine, kind }: Movement['from']): boolean {
  return isMine && kind === 'wallet'
}

/** Satang are hundredths; kip and coins are whole. */
export function unitsOf(currency: Movement['currency']): number {
  return currency === 'BAHT' ? 100 : 1
}
