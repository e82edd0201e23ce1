/** A decimal text with at most two decimals, such as a percentage or a factor: `2.5` is 250. */
export function hundredthsOf(text: string): number {
  const [whole = '0', decimals = ''] = text.split('.')
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/** An amount times a decimal text, rounded up: what members have to reach is never less than announced. */
export function timesUp(amount: bigint, times: string): bigint {
  return (amount * BigInt(hundredthsOf(times)) + 99n) / 100n
}
