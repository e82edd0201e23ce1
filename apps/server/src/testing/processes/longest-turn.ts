/**
 * The most processor time that this thread spent without a turn for anybody else while the work ran, in milliseconds.
 * Time in which the machine gave the processor to others does not count.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const now = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let longest = 0
  let last = now()
  let isDone = false
  const look = (): void => {
    longest = Math.max(longest, now() - last)
    last = now()
    if (!isDone) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isDone = true
  await new Promise((resolve) => setImmediate(resolve))
  return longest
}
