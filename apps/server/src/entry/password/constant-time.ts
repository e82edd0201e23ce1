/** Answers after a constant time, so that the duration reveals nothing. The work must be bounded below that time. */
export async function takeConstantTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, ms)),
  ])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
