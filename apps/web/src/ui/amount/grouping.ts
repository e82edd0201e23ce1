/** What only makes an amount readable, or says again what it is an amount of. */
const dressing = /[\s,฿₭]/g
const nationalDigits = /[\u0E50-\u0E59\u0ED0-\u0ED9]/g

/** 1234567.5 becomes 1,234,567.5; what is no amount stays as it was typed, so that nobody reads another one. */
export function groupDigits(plain: string): string {
  const [, whole, rest] = /^(\d+)(\.\d*)?$/.exec(plain) ?? []
  if (whole === undefined) return plain
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') + (rest ?? '')
}

/** What was typed or pasted, without its dressing; Thai and Lao digits are digits, too. */
export function plainDigits(typed: string): string {
  return typed
    .replaceAll(dressing, '')
    .replaceAll(nationalDigits, (digit) => String(digit.charCodeAt(0) % 16))
}

type Typed = {
  raw: string
  /** Where the caret stands in it. */
  caret: number
  /** What the field held before, without dressing. */
  before: string
  /** Which side of the caret something was deleted on, where that is what was done. */
  deleted: 'before' | 'after' | null
}

type Settled = { plain: string; shown: string; caret: number }

/** What a field shows after a change, and where the caret belongs: behind the same digit as before. */
export function settle({ raw, caret, before, deleted }: Typed): Settled {
  const [left, right] = [plainDigits(raw.slice(0, caret)), plainDigits(raw.slice(caret))]
  // Only a comma was deleted: what was meant is the digit beside it.
  const isComma = deleted !== null && left + right === before
  const kept = isComma && deleted === 'before' ? left.slice(0, -1) : left
  const plain = kept + (isComma && deleted === 'after' ? right.slice(1) : right)
  const shown = groupDigits(plain)
  return { plain, shown, caret: placeBehind(shown, kept.length) }
}

/** Behind the first so many signs that are no commas. */
function placeBehind(shown: string, count: number): number {
  let place = 0
  for (let seen = 0; seen < count && place < shown.length; place += 1)
    if (shown[place] !== ',') seen += 1
  return place
}
