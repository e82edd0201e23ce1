import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Turn, TurnDone } from './task.ts'

/** One process that decodes, one turn after the other. */
export type Decoder = {
  run: (turn: Turn) => Promise<TurnDone>
  /** False once it has died or was ended; another one takes its place. */
  isFit: () => boolean
  end: () => Promise<void>
}

const program = fileURLToPath(new URL('./child.ts', import.meta.url))
/** A crash of the decoder is what a picture does; every other end comes from outside. */
const crashes: readonly unknown[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

/** `wallMaxMs`: a turn that has not come to an end by then is not going to, or the machine has no time for it. */
export function startDecoder({ wallMaxMs }: { wallMaxMs: number }): Decoder {
  const child = fork(program, [], { execArgv: [], env: {}, serialization: 'json' })
  let isFit = true
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    child.on('exit', (_code, signal) => {
      isFit = false
      resolve(signal)
    })
    // It could not be started, and there is no exit to wait for.
    child.on('error', () => {
      isFit = false
      resolve(null)
    })
  })
  letGo(child)
  const end = async (): Promise<void> => {
    isFit = false
    hold(child)
    child.kill('SIGKILL')
    await exited
  }
  return {
    isFit: () => isFit,
    end,
    run: async (turn) => {
      hold(child)
      let timer: NodeJS.Timeout | undefined
      let onDone: (done: TurnDone) => void = () => undefined
      const ended = new Promise<TurnDone>((resolve) => {
        onDone = resolve
        timer = setTimeout(() => resolve({ outcome: 'stuck' }), wallMaxMs)
        child.on('message', onDone)
        if (isFit) child.send(turn, () => undefined)
      })
      const crashed = exited.then((signal): TurnDone => ({
        outcome: crashes.includes(signal) ? 'broken' : 'stuck',
      }))
      const done = await Promise.race([ended, crashed])
      clearTimeout(timer)
      child.off('message', onDone)
      // The native part works on until it is ended, whatever was said of it.
      if (mustEnd.includes(done.outcome)) await end()
      else letGo(child)
      return done
    },
  }
}

const mustEnd: readonly TurnDone['outcome'][] = ['slow', 'stuck']

/** A process that waits for work keeps nobody alive. */
function letGo(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
