import type { Cluster } from '../../start.ts'
import type { AlertState } from '../../watching/prometheus.ts'

const everyMs = 5_000

/** Collects what fired meanwhile, or would have in a while, and neither did before. */
export async function watchAlerts({ watcher }: Pick<Cluster, 'watcher'>): Promise<{
  stop: () => string
}> {
  const before = (await watcher?.alerts()) ?? new Map<string, AlertState>()
  const seen = new Map<string, AlertState>()
  const look = async (): Promise<void> => {
    for (const [name, state] of (await watcher?.alerts()) ?? [])
      if (seen.get(name) !== 'firing') seen.set(name, state)
  }
  const timer = setInterval(() => void look(), everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return [...seen]
        .filter(([name, state]) => before.get(name) !== state)
        .map(([name, state]) => (state === 'firing' ? name : `${name} soon`))
        .toSorted()
        .join(', ')
    },
  }
}
