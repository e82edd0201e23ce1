/** Whether this page itself has made a call, which its browser has noted: not before a reload, or in another tab. */
export function hasSent(path: string): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => name.endsWith(path))
}
