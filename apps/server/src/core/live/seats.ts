/** How many sockets may be open; docs/security.md lists the limits. */
export const seatLimits = {
  /** Of one process: each costs memory. */
  process: 20_000,
  /** Of one network, which at a phone company may carry thousands of members. */
  network: 300,
  /** Of one member, on all devices: the oldest makes room, for it may be a phone that has lost its signal. */
  member: 10,
} as const

export type SeatLimits = { [N in keyof typeof seatLimits]: number }

export type Seats = {
  isFree: (network: string) => boolean
  /** Counts one in; false when it is over the limit and must be closed. */
  take: (network: string) => boolean
  leave: (network: string) => void
}

export function countSeats(limits: SeatLimits): Seats {
  const byNetwork = new Map<string, number>()
  let all = 0
  const countOf = (network: string): number => byNetwork.get(network) ?? 0

  return {
    isFree: (network) => all < limits.process && countOf(network) < limits.network,
    take: (network) => {
      all += 1
      byNetwork.set(network, countOf(network) + 1)
      return all <= limits.process && countOf(network) <= limits.network
    },
    leave: (network) => {
      all -= 1
      const left = countOf(network) - 1
      if (left > 0) byNetwork.set(network, left)
      else byNetwork.delete(network)
    },
  }
}
