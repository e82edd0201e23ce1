import { keyOf, type ChatLine, type OwnMessage, type ServerLine } from './line.ts'

/** The known part of a conversation: the server's messages in order, and those it has not returned yet. */
export type Story = {
  received: readonly ServerLine[]
  own: readonly OwnMessage[]
  /** It includes the first message of all. */
  isWhole: boolean
}

export const emptyStory: Story = { received: [], own: [], isWhole: false }

/**
 * Merges server messages, in any order and any number of times. File addresses are signed anew in each answer; shown
 * ones keep theirs, unless they are to be renewed.
 */
export function addReceived(story: Story, fresh: readonly ServerLine[], renew = false): Story {
  const known = new Map(story.received.map((one) => [one._id, one]))
  for (const one of fresh) if (renew || !known.has(one._id)) known.set(one._id, one)
  const received = [...known.values()].toSorted((a, b) => a.seq - b.seq)
  const keys = new Set(received.map(keyOf))
  return { ...story, received, own: story.own.filter(({ id }) => !keys.has(id)) }
}

/** The number above the highest gap: the message right before it is missing; null if there is no gap. */
export function findGap(received: readonly ServerLine[]): number | null {
  for (let place = received.length - 1; place > 0; place -= 1)
    if (received[place]!.seq - received[place - 1]!.seq > 1) return received[place]!.seq
  return null
}

/** Drops everything below the highest gap; it can be read again as older history. */
export function dropBelowGap(story: Story): Story {
  const gap = findGap(story.received)
  if (gap === null) return story
  return { ...story, received: story.received.filter(({ seq }) => seq >= gap), isWhole: false }
}

/** How many of the newest messages reach down to a number; history is paged by how many to skip. */
export function countFrom(received: readonly ServerLine[], seq: number): number {
  const newest = received.at(-1)
  return newest ? newest.seq - seq + 1 : 0
}

/** All lines in display order: those that the server accepted by its time, the rest below. */
export function linesOf({ received, own }: Story): ChatLine[] {
  const lines = received.map(lineOfServer)
  for (const one of own) {
    const line = lineOfOwn(one)
    const { createdAt } = one
    const place =
      createdAt === null
        ? -1
        : lines.findIndex((other) => other.createdAt === null || other.createdAt > createdAt)
    if (place < 0) lines.push(line)
    else lines.splice(place, 0, line)
  }
  return lines
}

function lineOfServer(received: ServerLine): ChatLine {
  const { seq, sender, message, createdAt, session_id: sessionId } = received
  return { key: keyOf(received), seq, sender, message, createdAt, sessionId, own: null }
}

function lineOfOwn(own: OwnMessage): ChatLine {
  return {
    key: own.id,
    seq: null,
    sender: 'customer',
    message: own.message,
    createdAt: own.createdAt,
    sessionId: null,
    own,
  }
}
