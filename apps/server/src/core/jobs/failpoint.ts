import { writeSync } from 'node:fs'

/**
 * Ends the process like `kill -9` at the step that a test has named. With `stay:` before it, callers that reach the
 * step stay there, until the test has as many as it wants to kill at once.
 */
export function failpointOf(failpoint: string | null): (step: string) => Promise<void> {
  if (failpoint === null) return async () => undefined
  const [, how, wanted] = /^(?:(stay|stop):)?(.*)$/s.exec(failpoint)!
  let isPassed = false
  return async (step) => {
    if (step !== wanted || isPassed) return
    writeSync(2, `failpoint ${step}\n`)
    if (how === 'stay') await new Promise(() => undefined)
    // With `stop:` the process is suspended: once resumed it continues where it was, and does not stop again.
    isPassed = how === 'stop'
    process.kill(process.pid, isPassed ? 'SIGSTOP' : 'SIGKILL')
  }
}
