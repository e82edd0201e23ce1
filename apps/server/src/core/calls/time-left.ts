/** Counts down from now, by a clock that nobody sets; never below nothing. */
export function startCountdown(ms: number): () => number {
  const startedAt = performance.now()
  return () => Math.max(0, ms - (performance.now() - startedAt))
}
