const amountPattern = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/

/** Decimal text or a JSON number as whole hundredths; null for finer or malformed amounts. */
export function readHundredths(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  const [, sign, whole, part = ''] = amountPattern.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const hundredths = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign === '-' && hundredths > 0 ? -hundredths : hundredths
}

/** The JSON number that families write; the nearest double to two decimals prints as two decimals. */
export function asNumber(hundredths: number): number {
  return hundredths / 100
}

/** `1234.50` */
export function asText(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `1,234.50`, for people and for families that send it to programs. */
export function asGroupedText(hundredths: number): string {
  return asText(hundredths).replace(/\B(?=(\d{3})+\.)/g, ',')
}
