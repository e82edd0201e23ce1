/** Counts down from now to zero by the monotonic clock. */
export function startCountdown(ms: number): () => number {
  const startedAt = performance.now()
  return () => Math.max(0, ms - (performance.now() - startedAt))
}
