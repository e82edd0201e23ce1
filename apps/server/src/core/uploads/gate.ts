import { Refused } from '../refuse.ts'

const ownMax = 2
const allMax = 24

export type Gate = <T>(owner: string, work: () => Promise<T>) => Promise<T>

/** So many uploads at once from one owner and in all: an upload may take minutes, and each holds a connection and a file. */
export function createGate(
  limits: { own: number; all: number } = { own: ownMax, all: allMax },
): Gate {
  const inside = new Map<string, number>()
  let all = 0
  return async (owner, work) => {
    const own = inside.get(owner) ?? 0
    if (own >= limits.own) throw new Refused('REQUEST_LIMIT')
    if (all >= limits.all) throw new Refused('SERVICE_BUSY')
    inside.set(owner, own + 1)
    all += 1
    try {
      return await work()
    } finally {
      all -= 1
      const left = (inside.get(owner) ?? 1) - 1
      if (left > 0) inside.set(owner, left)
      else inside.delete(owner)
    }
  }
}
