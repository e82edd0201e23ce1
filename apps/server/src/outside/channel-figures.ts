import { Gauge, Histogram, type Registry } from 'prom-client'

/** Which channel of which outside system, such as games, pg, move. */
export type ChannelName = { system: string; party: string; kind: string }

/** The state of a channel at one moment. */
export type ChannelState = { working: number; waiting: number; isShut: boolean }

const labelNames = ['system', 'party', 'kind'] as const
const bucketSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20]

/** The channels of this process. A channel that is reopened, such as after a change of its address, replaces the former. */
const channels = new Map<string, { name: ChannelName; read: () => ChannelState }>()

const seconds = new Histogram({
  name: 'kapao_outside_seconds',
  help: 'How long requests to outside systems took, by outcome: ok, refused, failed, or no reply.',
  labelNames: [...labelNames, 'outcome'] as const,
  buckets: bucketSeconds,
  registers: [],
})

export function registerChannel(name: ChannelName, read: () => ChannelState): void {
  channels.set(JSON.stringify(name), { name, read })
}

/** Starts timing a request; call the returned function with its outcome. */
export function timeReply(name: ChannelName): (outcome: string) => void {
  const end = seconds.startTimer(name)
  return (outcome) => void end({ outcome })
}

export function registerChannelFigures(registry: Registry): void {
  registry.registerMetric(seconds)
  const gauge = (metric: string, help: string, valueOf: (state: ChannelState) => number) =>
    new Gauge({
      name: metric,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        for (const { name, read } of channels.values()) this.set(name, valueOf(read()))
      },
    })
  gauge('kapao_outside_working', 'Requests under way.', ({ working }) => working)
  gauge('kapao_outside_waiting', 'Callers queued for a slot.', ({ waiting }) => waiting)
  gauge('kapao_outside_shut', '1 while the breaker refuses calls.', ({ isShut }) =>
    isShut ? 1 : 0,
  )
}
