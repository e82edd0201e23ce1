import type { NamedPush } from './pushes.ts'

/** The server sends both at the same time; an independent change comes later. */
const echoWithinMs = 100

/**
 * The server pushes a row and, at the same time, the wallet that it has changed. The first push has made the wallet
 * stale already; reading it twice would only let the member wait for the second answer.
 */
export function createEchoFilter(readMs = () => performance.now()): (push: NamedPush) => boolean {
  let row = { seq: -1, at: 0 }
  return ({ name, push }) => {
    if (name === 'chat') return false
    const now = readMs()
    if (name === 'wallet') return push.seq === row.seq && now - row.at < echoWithinMs
    row = { seq: push.seq, at: now }
    return false
  }
}
