import { transferMin } from '@kapao/contract/limits'
import { readAmount } from '#shared/wallet/amounts.ts'
import { movableTo, type GameAccount, type Wallet } from '#shared/wallet/wallet.ts'

/** Whether money can be moved without playing, out of the game or into it (OP-A09). */
export function mayMoveOnly(wallet: Wallet, { code, amount }: GameAccount): boolean {
  return amount > 0 || movableTo(wallet, code) > 0
}

/** What is moved into the game: everything, an amount from the wallet, or nothing because there is none. */
export type EntryMoney =
  | { kind: 'nothing' }
  | { kind: 'all'; amount: number }
  | { kind: 'some'; amount: number }
  | { kind: 'wrong'; why: 'minimum' | 'tooMuch' }

/** An empty field means everything. */
export function bringingOf(typed: string, wallet: Wallet, code: string): EntryMoney {
  const movable = movableTo(wallet, code)
  if (movable <= 0) return { kind: 'nothing' }
  if (typed.trim() === '') return { kind: 'all', amount: movable }
  const amount = readAmount(typed, wallet.currency)
  if (amount === null || amount < transferMin) return { kind: 'wrong', why: 'minimum' }
  if (amount > wallet.wallet.amount) return { kind: 'wrong', why: 'tooMuch' }
  return { kind: 'some', amount }
}
