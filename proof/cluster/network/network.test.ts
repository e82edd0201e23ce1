import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findObstacle } from '../obstacle.ts'
import { insideOf } from './inside.ts'
import type { TryResults } from './try-network.ts'

const options = { tags: 'long-3', timeout: 60_000 }

test(
  'NET-07 a machine of the cluster is cut off, in part, in one direction or at a port, and its packets are lost or late, while who looks still sees it',
  options,
  async ({ skip }) => {
    const why = findObstacle()
    if (why !== null) skip(why)
    const [program, ...line] = insideOf([
      process.execPath,
      join(import.meta.dirname, 'try-network.ts'),
    ])
    const { stdout } = await promisify(execFile)(program!, line)
    const tried = JSON.parse(stdout) as TryResults
    const reached = Object.fromEntries(
      Object.entries(tried).map(([when, { front1, front2, us }]) => [
        when,
        [front1, front2, us].map((tookS) => tookS !== null),
      ]),
    )
    expect(reached).toEqual({
      nothing: [true, true, true],
      'cut off': [false, false, true],
      'cut off from a peer': [false, true, true],
      'a port is cut off': [false, false, true],
      'another port is cut off': [true, true, true],
      'cut off in one direction': [false, false, true],
      'all packets are lost': [false, true, true],
      late: [true, true, true],
      healed: [true, true, true],
    })
    // There and back twice: the connection, and the answer.
    expect(tried['late']!.front1).toBeGreaterThan(0.6)
    expect(tried['healed']!.front1).toBeLessThan(0.6)
  },
)
