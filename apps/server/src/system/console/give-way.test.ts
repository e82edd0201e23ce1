import { getPriority } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { startConsole } from '#testing/console/console-process.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'

const database = testDatabase()

test(
  'DESK-161 the console takes its turns after the members’ processes, however it was started',
  { tags: 'long-3' },
  async () => {
    const port = await freePort()
    const console = await startConsole({ database, clock: systemClock }, { port })
    onTestFinished(console.stop)
    expect(getPriority(console.pid)).toBeGreaterThan(getPriority())
  },
)
