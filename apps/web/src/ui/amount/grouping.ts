/** Characters that only make an amount readable, or repeat its currency. */
const dressing = /[\s,฿₭]/g
const nationalDigits = /[\u0E50-\u0E59\u0ED0-\u0ED9]/g

/** 1234567.5 becomes 1,234,567.5; input that is no amount stays unchanged, so that it is not misread. */
export function groupDigits(plain: string): string {
  const [, whole, rest] = /^(\d+)(\.\d*)?$/.exec(plain) ?? []
  if (whole === undefined) return plain
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') + (rest ?? '')
}

/** The input without such characters, and with Thai and Lao digits converted. */
export function plainDigits(typed: string): string {
  return typed
    .replaceAll(dressing, '')
    .replaceAll(nationalDigits, (digit) => String(digit.charCodeAt(0) % 16))
}

type AmountEdit = {
  raw: string
  /** The position of the caret in it. */
  caret: number
  /** The value of the field before, without such characters. */
  before: string
  /** The side of the caret on which something was deleted, if it was. */
  deleted: 'before' | 'after' | null
}

type GroupedAmount = { plain: string; shown: string; caret: number }

/** The text of a field after a change, with the caret after the same digit as before. */
export function settle({ raw, caret, before, deleted }: AmountEdit): GroupedAmount {
  const [left, right] = [plainDigits(raw.slice(0, caret)), plainDigits(raw.slice(caret))]
  // If only a comma was deleted, the digit next to it is deleted instead.
  const isComma = deleted !== null && left + right === before
  const kept = isComma && deleted === 'before' ? left.slice(0, -1) : left
  const plain = kept + (isComma && deleted === 'after' ? right.slice(1) : right)
  const shown = groupDigits(plain)
  return { plain, shown, caret: placeBehind(shown, kept.length) }
}

/** The position after `count` characters that are not commas. */
function placeBehind(shown: string, count: number): number {
  let place = 0
  for (let seen = 0; seen < count && place < shown.length; place += 1)
    if (shown[place] !== ',') seen += 1
  return place
}
