import { randomBytes } from 'node:crypto'
import type { SandboxClock } from '../../clock.ts'
import { minuteMs } from '../../times.ts'

const launchMs = 10 * minuteMs

export type Tables = {
  /** A launch token: good for one entry within ten minutes. */
  invite: (username: string) => string
  /** The table that a token leads to, or null when it is used up, too old or unknown. */
  enter: (token: string) => string | null
  sit: (username: string) => string
  whoSits: (table: string) => string | undefined
  isSitting: (username: string) => boolean
  close: (username: string) => void
  reset: () => void
}

export function createTables(clock: SandboxClock): Tables {
  const invitations = new Map<string, { username: string; until: number }>()
  const seats = new Map<string, string>()

  const sit = (username: string) => {
    const table = randomBytes(16).toString('hex')
    seats.set(table, username)
    return table
  }
  return {
    invite: (username) => {
      const token = randomBytes(20).toString('hex')
      invitations.set(token, { username, until: clock.now().getTime() + launchMs })
      return token
    },
    enter: (token) => {
      const invitation = invitations.get(token)
      invitations.delete(token)
      if (!invitation || invitation.until <= clock.now().getTime()) return null
      return sit(invitation.username)
    },
    sit,
    whoSits: (table) => seats.get(table),
    isSitting: (username) => [...seats.values()].includes(username),
    close: (username) => {
      for (const [table, sitter] of seats) if (sitter === username) seats.delete(table)
      for (const [token, invitation] of invitations) {
        if (invitation.username === username) invitations.delete(token)
      }
    },
    reset: () => {
      invitations.clear()
      seats.clear()
    },
  }
}
