import type { NamedPush } from './pushes.ts'

/** The server sends both within one turn; a change of its own comes later. */
const breathMs = 100

/**
 * The server tells of a row and, in the same breath, of the wallet that it has changed. The first has made the wallet old
 * already; reading it twice would only let the member wait for the second answer.
 */
export function hearEchoes(readMs = () => performance.now()): (push: NamedPush) => boolean {
  let row = { seq: -1, at: 0 }
  return ({ name, push }) => {
    if (name === 'chat') return false
    const now = readMs()
    if (name === 'wallet') return push.seq === row.seq && now - row.at < breathMs
    row = { seq: push.seq, at: now }
    return false
  }
}
