import type { Direction } from '#core/format.ts'
import type { StatementText } from '../text/en.ts'
import { giftIcon, listIcon, moveIcon } from '@kapao/ui/icons/more-icons.ts'
import type { Row } from '../queries.ts'
import { bankInIcon, bankOutIcon, bonusEndIcon } from './statement-icons.ts'

type Told = Pick<Row, 'statementType' | 'from' | 'to'> & Partial<Row>

const icons: Record<Row['statementType'], string> = {
  deposit: bankInIcon,
  withdraw: bankOutIcon,
  transfer: moveIcon,
  bonus: giftIcon,
  finish_bonus: bonusEndIcon,
}

/** A type that this page does not know yet still has a picture. */
export function iconOf({ statementType }: Told): string {
  return icons[statementType] ?? listIcon
}

/** Which way the money went, seen from the wallet. */
export function directionOf({ statementType, from, to }: Told): Direction {
  if (to === 'wallet') return 'in'
  if (from === 'wallet') return 'out'
  if (statementType === 'deposit' || statementType === 'bonus') return 'in'
  return statementType === 'transfer' ? 'between' : 'out'
}

/**
 * What a row did to the wallet, in hundredths: what is on its way out has left it, what is on its way in is not there yet.
 * The sum over all rows is what the wallet holds.
 */
export function effectOf(row: Pick<Row, 'status' | 'amount' | 'from' | 'to'>): number {
  const hundredths = Math.round(row.amount * 100)
  if (row.status === 'SUCCESS' && row.to === 'wallet') return hundredths
  return row.status !== 'FAILED' && row.from === 'wallet' ? -hundredths : 0
}

export type PlaceNames = (code: string | null) => string

/** What was done, with the description that the row brings, if any. */
export function activityOf(row: Told, text: StatementText, nameOf: PlaceNames): string {
  const reason = reasonOf(row)
  const words = wordsOf(row, text, nameOf)
  return reason === null ? words : `${words} · ${reason}`
}

/** The one description that a row may carry. */
export function reasonOf(row: Partial<Row>): string | null {
  const { bonus, promotion, invite, refund, luckydraw, checking, correction } = row
  const about = correction ?? checking ?? bonus ?? promotion ?? invite ?? refund ?? luckydraw
  return about?.description || null
}

function wordsOf(row: Told, { activities }: StatementText, nameOf: PlaceNames): string {
  if (row.correction) return activities.correction
  if (row.statementType === 'deposit') return activities.deposit(nameOf(row.from))
  if (row.statementType === 'withdraw') return activities.withdraw(nameOf(row.to))
  if (row.statementType === 'transfer') return activities.transfer(nameOf(row.from), nameOf(row.to))
  return activities[row.statementType] ?? row.statementType
}
