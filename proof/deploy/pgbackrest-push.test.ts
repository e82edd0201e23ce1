import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = join(import.meta.dirname, '../../deploy/pgbackrest/pgbackrest-push.sh')
const isArchivedOtherwise = 45

/** Pushes a segment of a machine whose timelines 1 and 2 have ended, with a pgBackRest that ends with this code. */
function push(segment: string, code: number): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-push-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = join(folder, 'pg_wal')
  mkdirSync(log)
  writeFileSync(join(folder, 'pgbackrest'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
  writeFileSync(
    join(log, '00000003.history'),
    '1\t0/5A987F0\tno recovery target specified\n\n2\t1/FF1B0518\tno recovery target specified\n',
  )
  const env = { PATH: `${folder}:${process.env['PATH']}` }
  return spawnSync('sh', [script, join(log, segment)], { env }).status
}

test.each([
  ['the one in which a timeline ended', '000000010000000000000005', 0],
  ['the one in which the next ended', '0000000200000001000000FF', 0],
  ['one before it', '000000010000000000000004', isArchivedOtherwise],
  ['one after it', '000000010000000000000006', isArchivedOtherwise],
  ['the same number 4 GB further on', '000000010000000100000005', isArchivedOtherwise],
  ['the same place on the timeline that goes on', '0000000300000001000000FF', isArchivedOtherwise],
])(
  'RUN-80 of two versions of a segment the second is passed over only where a timeline ended in it: %s',
  (_, segment, status) => {
    expect(push(segment, isArchivedOtherwise)).toBe(status)
  },
)

test('RUN-80 what pgBackRest has archived is archived, and its other faults stay faults', () => {
  expect(push('000000030000000200000001', 0)).toBe(0)
  expect(push('000000010000000000000005', 82)).toBe(82)
})
