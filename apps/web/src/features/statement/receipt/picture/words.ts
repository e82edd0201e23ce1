import { receiptCheck } from '@kapao/contract/fair/receipt-check'
import { formatDateTime, formatSignedAmount } from '#core/format.ts'
import { formatReference } from '#shared/wallet/reference.ts'
import { activityOf, directionOf, type PlaceNames } from '../../activity/activity.ts'
import { standingOf, type RowStatus } from '../../activity/standing.ts'
import type { Receipt } from '../../queries.ts'
import type { StatementText } from '../../text/en.ts'
import { unitsOf } from '../prove.ts'

/** Everything that is written on the picture of a receipt. */
export type PictureWords = {
  brand: string
  title: string
  activity: string
  amount: string
  standing: RowStatus
  status: string
  facts: readonly (readonly [name: string, value: string])[]
  code: { name: string; value: string; note: string }
}

/** What the statement shows of the row, and no more: neither a name nor a balance, since it is sent to others. */
export function pictureWords(
  { row }: Pick<Receipt, 'row'>,
  { text, nameOf, brand }: { text: StatementText; nameOf: PlaceNames; brand: string },
): PictureWords {
  const { receipt, status, keep } = text
  const standing = standingOf(row.status)
  // What failed has moved nothing, so it has no direction.
  const direction = standing === 'SUCCESS' ? directionOf(row) : 'between'
  return {
    brand,
    title: receipt.title,
    activity: activityOf(row, text, nameOf),
    amount: `${formatSignedAmount(row.amount, direction)}\u00A0${keep.units[row.currency]}`,
    standing,
    status: status[standing],
    facts: [
      [receipt.picture.when, formatDateTime(Date.parse(row.createdAt))],
      ...(row.from ? [[receipt.from, nameOf(row.from)] as const] : []),
      ...(row.to ? [[receipt.to, nameOf(row.to)] as const] : []),
      [receipt.reference, formatReference(row._id)],
    ],
    code: {
      name: receipt.picture.code,
      value: `${formatReference(row._id)}-${checkOf(row)}`,
      note: receipt.picture.note(brand),
    },
  }
}

function checkOf(row: Receipt['row']): string {
  const { _id: id, statementType: type, from, to, status, amount, currency, createdAt } = row
  const units = Math.round(amount * unitsOf(currency))
  return receiptCheck({
    id,
    type,
    from: from ?? '',
    to: to ?? '',
    status,
    units,
    currency,
    createdAt,
  })
}
