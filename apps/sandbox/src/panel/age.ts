/** How long ago, in the fewest words; "in the future" occurs when the clock is moved back. */
export function describeAge(from: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - from.getTime()) / 1000)
  if (seconds < 0) return 'in the future'
  if (seconds < 5) return 'just now'
  return `${describeSpan(seconds)} ago`
}

export function describeSpan(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} days`
}
