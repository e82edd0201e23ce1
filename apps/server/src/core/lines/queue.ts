/** The work never began: the queue was full, no slot was free in time, or all waiting callers were refused. */
export class NoTurn extends Error {
  readonly why: 'full' | 'late' | 'closed'
  /** The owner's own flood was in front of it, and not everybody's. */
  readonly isOwnFlood: boolean

  constructor(why: NoTurn['why'], isOwnFlood = false) {
    super(words[why])
    this.name = 'NoTurn'
    this.why = why
    this.isOwnFlood = isOwnFlood
  }
}

const words = {
  full: 'the line is full',
  late: 'no turn in time',
  closed: 'the line was closed',
} as const

export type QueueLimits = {
  /** How many wait, in total and per owner. */
  waitingMax: number
  ownerWaitingMax?: number
  /** Where owners are callers: who is refused behind this many waiting of their own has flooded the queue themselves. */
  floodFrom?: number
  /**
   * The newest goes first, and the one that has waited longest makes room. For a queue that may be flooded by owners
   * who come once: in rotation all would wait until nearly all are late.
   */
  newestFirst?: boolean
}

export type QueuedCaller = { begin: () => void; refuse: (error: NoTurn) => void }

export type Queue = {
  /** False when there is no room and none can be made. */
  add: (owner: string, one: QueuedCaller) => boolean
  /** Whether the owner has so many waiting that one more, refused, is refused for their sake. */
  isFlooded: (owner: string) => boolean
  remove: (owner: string, one: QueuedCaller) => void
  /** Takes the next owner's caller that may work; a served owner goes behind the others. */
  takeNext: (mayWork: (owner: string) => boolean) => (QueuedCaller & { owner: string }) | null
  refuseAll: () => void
  readonly size: number
}

/** The waiting callers: owners rotate, and within one owner the first comes first. */
export function createQueue({
  waitingMax,
  ownerWaitingMax = waitingMax,
  floodFrom = Infinity,
  newestFirst = false,
}: QueueLimits): Queue {
  /** In the order of the rotation. */
  const lines = new Map<string, QueuedCaller[]>()
  let size = 0

  const remove = (owner: string, one: QueuedCaller): void => {
    const line = lines.get(owner)
    const at = line?.indexOf(one) ?? -1
    if (!line || at < 0) return
    line.splice(at, 1)
    size -= 1
    if (line.length === 0) lines.delete(owner)
  }
  const isFlooded = (owner: string): boolean => (lines.get(owner)?.length ?? 0) >= floodFrom
  const drop = (owner: string, one: QueuedCaller): true => {
    const error = new NoTurn('full', isFlooded(owner))
    remove(owner, one)
    one.refuse(error)
    return true
  }
  /** Makes room by dropping the last of the owner with the most waiting, if that owner still keeps more. */
  const displaceFor = (own: number): boolean => {
    const [oldest] = lines
    if (newestFirst && oldest) return drop(oldest[0], oldest[1][0]!)
    let [longest, line]: [string, QueuedCaller[]] = ['', []]
    for (const [other, others] of lines)
      if (others.length > line.length) [longest, line] = [other, others]
    return line.length > own + 1 && drop(longest, line.at(-1)!)
  }

  return {
    add: (owner, one) => {
      const own = lines.get(owner)?.length ?? 0
      if (own >= ownerWaitingMax || (size >= waitingMax && !displaceFor(own))) return false
      const line = lines.get(owner)
      if (line) line.push(one)
      else lines.set(owner, [one])
      size += 1
      return true
    },
    isFlooded,
    remove,
    takeNext: (mayWork) => {
      for (const [owner, line] of newestFirst ? [...lines].toReversed() : lines) {
        if (!mayWork(owner)) continue
        const [first] = line
        lines.delete(owner)
        lines.set(owner, line)
        remove(owner, first!)
        return { ...first!, owner }
      }
      return null
    },
    refuseAll: () => {
      const all = [...lines.values()].flat()
      lines.clear()
      size = 0
      for (const one of all) one.refuse(new NoTurn('closed'))
    },
    get size() {
      return size
    },
  }
}
