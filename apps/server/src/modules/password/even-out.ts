/**
 * Answers after exactly as long as always, so that how long it took tells nothing. Whatever the work takes must be
 * bounded below that.
 */
export async function evenOut<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, ms)),
  ])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
