import { writeSync } from 'node:fs'

/**
 * Ends the process as `kill -9` would at the step that a test has named. With `stay:` before it, whatever comes to the step
 * stays there, until as many have come as the test wants to kill at once.
 */
export function failpointOf(failpoint: string | null): (step: string) => Promise<void> {
  if (failpoint === null) return async () => undefined
  const [, how, wanted] = /^(?:(stay|stop):)?(.*)$/s.exec(failpoint)!
  let isPassed = false
  return async (step) => {
    if (step !== wanted || isPassed) return
    writeSync(2, `failpoint ${step}\n`)
    if (how === 'stay') await new Promise(() => undefined)
    // A machine that stands still: whoever lets it go on finds it where it was, and it does not stop again.
    isPassed = how === 'stop'
    process.kill(process.pid, isPassed ? 'SIGSTOP' : 'SIGKILL')
  }
}
