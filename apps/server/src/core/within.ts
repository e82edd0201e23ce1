/** Rejects when the work takes longer; it is not stopped, and its later failure is ignored. */
export async function within<T>(waitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${waitMs} ms`)), waitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
