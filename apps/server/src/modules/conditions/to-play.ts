/** So many times what was given, rounded up: what must be played is never less than what was told. */
export function toPlayOf(amount: bigint, times: string): bigint {
  const [whole = '0', decimals = ''] = times.split('.')
  return (amount * BigInt(whole + decimals.padEnd(2, '0')) + 99n) / 100n
}
