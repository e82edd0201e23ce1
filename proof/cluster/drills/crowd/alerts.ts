import type { Cluster } from '../../start.ts'

const everyMs = 5_000

/** Collects what fired meanwhile, or would have before long, and was not there before. */
export async function watchAlerts({ watcher }: Pick<Cluster, 'watcher'>): Promise<{
  stop: () => string
}> {
  const before = await watcher?.alerts()
  const firing = new Set<string>()
  const pending = new Set<string>()
  const look = async (): Promise<void> => {
    for (const [said, { name, state }] of (await watcher?.alerts()) ?? [])
      if (!before?.has(said)) (state === 'firing' ? firing : pending).add(name)
  }
  const timer = setInterval(() => void look(), everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      const soon = [...pending].filter((name) => !firing.has(name)).map((name) => `${name} soon`)
      return [...[...firing].toSorted(), ...soon.toSorted()].join(', ')
    },
  }
}
