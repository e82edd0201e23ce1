import { expect, test } from 'vitest'
import { supervise, type RunningProcess, type Service } from './supervise.ts'

/** A service whose processes are only promises, so that a test decides when one dies. */
function fakeService(): { service: Service; started: { die: (how: string) => void }[] } {
  const started: { die: (how: string) => void }[] = []
  const start = async (): Promise<RunningProcess> => {
    let gone = false
    const { promise: exited, resolve } = Promise.withResolvers<string>()
    const die = (how: string): void => {
      gone = true
      resolve(how)
    }
    started.push({ die })
    return {
      exited,
      isGone: () => gone,
      stop: async () => die('stopped'),
      kill: () => die('killed'),
      explain: () => 'its log says nothing',
    }
  }
  return { service: { name: 'the thing', start, answers: async () => undefined }, started }
}

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { timeout: 10_000, interval: 10 }).toBe(true)
}

test('a dead process is restarted; one that dies too often is given up', async () => {
  const { service, started } = fakeService()
  const lines: string[] = []
  const reasons: string[] = []
  await supervise(service, {
    restartsMax: 2,
    log: (line) => lines.push(line),
    onGivenUp: (reason) => reasons.push(reason),
  })
  for (let round = 0; round < 3; round += 1) {
    await until(() => started.length === round + 1)
    started[round]?.die('exit code 7')
  }
  await until(() => reasons.length === 1)
  expect(lines).toEqual(Array(2).fill('the thing has ended (exit code 7) and is started again.'))
  expect(reasons).toEqual(['the thing has died 3 times in a minute'])
  expect(started).toHaveLength(3)
})

test('a stopped service stays stopped, even while it waits to be restarted', async () => {
  const { service, started } = fakeService()
  const part = await supervise(service, { log: () => undefined, onGivenUp: () => undefined })
  started[0]?.die('exit code 1')
  await part.stop()
  expect(started).toHaveLength(1)
})

test('a requested restart does not count as a death', async () => {
  const { service, started } = fakeService()
  const lines: string[] = []
  const part = await supervise(service, {
    restartsMax: 0,
    log: (line) => lines.push(line),
    onGivenUp: (reason) => lines.push(reason),
  })
  await part.restart()
  await part.restart()
  expect(started).toHaveLength(3)
  expect(lines).toEqual([])
  await part.stop()
})

test('a process that ends before it ever answered is reported with its log, and not restarted', async () => {
  const { service, started } = fakeService()
  const never: Service = { ...service, answers: () => new Promise(() => undefined) }
  const starting = supervise(never, { log: () => undefined, onGivenUp: () => undefined })
  await until(() => started.length === 1)
  started[0]?.die('exit code 3')
  await expect(starting).rejects.toThrow(
    'the thing did not start (exit code 3); its log says nothing',
  )
  expect(started).toHaveLength(1)
})
