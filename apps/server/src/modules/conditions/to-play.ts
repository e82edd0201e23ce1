/** The given amount times a factor, rounded up: the required play is never less than announced. */
export function toPlayOf(amount: bigint, times: string): bigint {
  const [whole = '0', decimals = ''] = times.split('.')
  return (amount * BigInt(whole + decimals.padEnd(2, '0')) + 99n) / 100n
}
