import { Gauge, Histogram, type Registry } from 'prom-client'

/** Which door to which outside system, such as games, pg, move. */
export type DoorName = { system: string; party: string; kind: string }

/** The state of a door at one moment. */
export type DoorState = {
  working: number
  waiting: number
  isBreakerOpen: boolean
  /** When it last gave a good answer to this process. */
  answeredAt: Date | null
}

export type DoorFigures = ReturnType<typeof openDoorFigures>

const labelNames = ['system', 'party', 'kind'] as const
const bucketSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20]

/**
 * The doors of one process, and what goes through them. A name is one door: of two the metrics would show one, and each
 * would have a breaker and slots of its own.
 */
export function openDoorFigures() {
  const doors = new Map<string, { name: DoorName; read: () => DoorState }>()
  const seconds = new Histogram({
    name: 'kapao_outside_seconds',
    help: 'How long requests to outside systems took, by outcome: ok, refused, failed, or no reply.',
    labelNames: [...labelNames, 'outcome'] as const,
    buckets: bucketSeconds,
    registers: [],
  })
  return {
    register: (name: DoorName, read: () => DoorState): void => {
      const key = labelNames.map((label) => name[label]).join(' ')
      if (doors.has(key)) throw new Error(`the door "${key}" is open already`)
      doors.set(key, { name, read })
    },
    /** Before the doors of one party are opened again, such as after a change of its address. */
    forget: ({ system, party }: Omit<DoorName, 'kind'>): void => {
      for (const [key, { name }] of doors)
        if (name.system === system && name.party === party) doors.delete(key)
    },
    /** When any door of a party last gave this process a good answer; null if none has. */
    lastAnswer: ({ system, party }: Omit<DoorName, 'kind'>): Date | null => {
      const all = [...doors.values()].filter(
        ({ name }) => name.system === system && name.party === party,
      )
      const times = all.flatMap(({ read }) => read().answeredAt ?? [])
      return times.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null
    },
    /** Starts timing a request; call the returned function with its outcome. */
    timeReply: (name: DoorName): ((outcome: string) => void) => {
      const end = seconds.startTimer(name)
      return (outcome) => void end({ outcome })
    },
    registerOn: (registry: Registry): void => {
      registry.registerMetric(seconds)
      const gauge = (metric: string, help: string, valueOf: (state: DoorState) => number) =>
        new Gauge({
          name: metric,
          help,
          labelNames,
          registers: [registry],
          collect() {
            this.reset()
            for (const { name, read } of doors.values()) this.set(name, valueOf(read()))
          },
        })
      gauge('kapao_outside_working', 'Requests under way.', ({ working }) => working)
      gauge('kapao_outside_waiting', 'Callers queued for a slot.', ({ waiting }) => waiting)
      gauge(
        'kapao_outside_shut',
        '1 from the fifth failure in a row until a request succeeds, or nobody has tried for ten minutes.',
        ({ isBreakerOpen }) => (isBreakerOpen ? 1 : 0),
      )
    },
  }
}
