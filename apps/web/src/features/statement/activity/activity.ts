import type { Direction } from '#core/format.ts'
import type { StatementText } from '../text/en.ts'
import { giftIcon, listIcon, moveIcon } from '@kapao/ui/icons/more-icons.ts'
import type { Row } from '../queries.ts'
import {
  arrowInIcon,
  arrowOutIcon,
  bankInIcon,
  bankOutIcon,
  bonusEndIcon,
} from './statement-icons.ts'

type ActivityRow = Pick<Row, 'statementType' | 'from' | 'to'> & Partial<Row>

const icons: Record<Row['statementType'], string> = {
  deposit: bankInIcon,
  withdraw: bankOutIcon,
  transfer: moveIcon,
  bonus: giftIcon,
  finish_bonus: bonusEndIcon,
}

/** A type unknown to this page still has an icon; an arrow shows the way of the member's own money. */
export function iconOf(row: ActivityRow): string {
  const { statementType } = row
  if (statementType !== 'transfer') return icons[statementType] ?? listIcon
  return { in: arrowInIcon, out: arrowOutIcon, between: moveIcon }[directionOf(row)]
}

/** The direction of the money, seen from the wallet. */
export function directionOf({ statementType, from, to }: ActivityRow): Direction {
  if (to === 'wallet') return 'in'
  if (from === 'wallet') return 'out'
  if (statementType === 'deposit' || statementType === 'bonus') return 'in'
  return statementType === 'transfer' ? 'between' : 'out'
}

/** Whether money comes to the member or leaves: between the member's own places it does neither. */
export function flowOf(row: ActivityRow): Direction {
  return row.statementType === 'transfer' ? 'between' : directionOf(row)
}

/**
 * The effect of a row on the wallet, in hundredths: money on its way out has left it, money on its way in is not there
 * yet. The sum over all rows is the wallet's balance.
 */
export function effectOf(row: Pick<Row, 'status' | 'amount' | 'from' | 'to'>): number {
  const hundredths = Math.round(row.amount * 100)
  if (row.status === 'SUCCESS' && row.to === 'wallet') return hundredths
  return row.status !== 'FAILED' && row.from === 'wallet' ? -hundredths : 0
}

export type PlaceNames = (code: string | null) => string

/** The activity, with the description of the row, if any. */
export function activityOf(row: ActivityRow, text: StatementText, nameOf: PlaceNames): string {
  const reason = reasonOf(row)
  const words = describe(row, text, nameOf)
  return reason === null ? words : `${words} · ${reason}`
}

/** The one description that a row may have. */
export function reasonOf(row: Partial<Row>): string | null {
  const { bonus, promotion, invite, refund, luckydraw, checking, correction } = row
  const about = correction ?? checking ?? bonus ?? promotion ?? invite ?? refund ?? luckydraw
  return about?.description || null
}

function describe(row: ActivityRow, { activities }: StatementText, nameOf: PlaceNames): string {
  if (row.correction) return activities.correction
  if (row.statementType === 'deposit') return activities.deposit(nameOf(row.from))
  if (row.statementType === 'withdraw') return activities.withdraw(nameOf(row.to))
  if (row.statementType === 'transfer') return activities.transfer(nameOf(row.from), nameOf(row.to))
  return activities[row.statementType] ?? row.statementType
}
