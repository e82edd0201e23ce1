import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secondMs } from '@kapao/contract/times'
import { expect } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { addFirst } from '#records/operators/operators.ts'
import { findCall } from '../../kapao/remote/commands.ts'
import { runCall } from '../../kapao/remote/run.ts'
import { startConsole } from '../console/console-process.ts'
import type { TestDatabase } from '../database/database.ts'
import { openDatabaseWire, type Moment } from '../database/database-wire.ts'
import { freePort } from '../processes/free-port.ts'
import type { MovableClock } from '../worlds/test-app.ts'
import { signInTerminal } from './terminals.ts'

type KilledCall = {
  /** The same line, at a console that lives: its answer, or why it is refused. */
  again: () => Promise<string>
}

export type KilledConsole = {
  /** Types the line of a call, and kills the console at a moment of its work with `kill -9`. */
  killedAt: (moment: Moment, line: readonly string[]) => Promise<KilledCall>
  close: () => Promise<void>
}

/** Longer than the first call of a decision keeps its claim, by the clock of a process that began seconds before. */
const claimedMs = 60 * secondMs

/** A terminal of the owner nok, at a console that dies. */
export async function openKilledConsole({
  database,
  clock,
}: {
  database: TestDatabase
  clock: MovableClock
}): Promise<KilledConsole> {
  const { db } = database
  const folder = await mkdtemp(join(tmpdir(), 'kapao-killed-'))
  await addFirst({ db, clock }, { name: 'nok', token: 'token of nok', requestId: 'test' })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  return {
    killedAt: async (moment, typed) => {
      const call = findCall(typed)!
      const line = call.call.keyed === true ? [...typed, '--key', systemIds.key()] : typed
      const send = async () => {
        const { at } = await signInTerminal({ db, clock }, { folder, address, name: 'nok' })
        return runCall(call, line, at)
      }
      let isUp = false
      const wire = await openDatabaseWire(database.url, moment, () => isUp)
      const doomed = await startConsole({ database, clock }, { port, DATABASE_URL: wire.url })
      isUp = true
      const sent = send()
      const early = await Promise.race([wire.reached, sent])
      expect(early).toBeUndefined()
      process.kill(doomed.pid, 'SIGKILL')
      // The terminal has asked once more where that counts once, and nobody was there.
      await expect(sent).rejects.toThrow(/cannot be reached|No answer came/)
      expect(await doomed.died).toBe('SIGKILL')
      wire.close()
      return {
        again: async () => {
          // Until then the killed one may still be at work, for all that another console knows.
          clock.moveMs(claimedMs)
          const next = await startConsole({ database, clock }, { port })
          const text = await send().then(
            (ran) => ran.text,
            (error: Error) => error.message,
          )
          await next.stop()
          return text
        },
      }
    },
    close: () => rm(folder, { recursive: true }),
  }
}
