import { setPriority } from 'node:os'

/** As others of `nice`: the more, the later its turn. */
const behindMembers = 10

/**
 * A page of a queue is as much work as dozens of members' taps, and nobody notices if it comes some milliseconds later:
 * where console and server share processors, members go first. Threads that begin later have it, too.
 */
export function giveWay(): void {
  try {
    setPriority(behindMembers)
  } catch {
    // The parent, such as systemd, allows no change and sets the share itself.
  }
}
