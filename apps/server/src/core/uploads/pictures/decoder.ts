import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Turn, TurnResult } from './task.ts'

/** One process that decodes, one turn after the other. */
export type Decoder = {
  run: (turn: Turn) => Promise<TurnResult>
  /** False once it has died or was ended; another one replaces it. */
  isFit: () => boolean
  end: () => Promise<void>
}

const program = fileURLToPath(new URL('./child.ts', import.meta.url))
/** A picture can crash the decoder; every other end comes from outside. */
const crashes: readonly unknown[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']

/** `wallMaxMs`: a turn that takes longer hangs, or the machine has no time for it. */
export function startDecoder({ wallMaxMs }: { wallMaxMs: number }): Decoder {
  const child = fork(program, [], { execArgv: [], env: {}, serialization: 'json' })
  let isFit = true
  const exited = new Promise<NodeJS.Signals | null>((resolve) => {
    child.on('exit', (_code, signal) => {
      isFit = false
      resolve(signal)
    })
    // The process could not be started, and there is no exit to wait for.
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
      let onDone: (done: TurnResult) => void = () => undefined
      const ended = new Promise<TurnResult>((resolve) => {
        onDone = resolve
        timer = setTimeout(() => resolve({ outcome: 'stuck' }), wallMaxMs)
        child.on('message', onDone)
        if (isFit) child.send(turn, () => undefined)
      })
      const crashed = exited.then((signal): TurnResult => ({
        outcome: crashes.includes(signal) ? 'broken' : 'stuck',
      }))
      const done = await Promise.race([ended, crashed])
      clearTimeout(timer)
      child.off('message', onDone)
      // The native part continues until the process ends, whatever result was sent.
      if (mustEnd.includes(done.outcome)) await end()
      else letGo(child)
      return done
    },
  }
}

const mustEnd: readonly TurnResult['outcome'][] = ['slow', 'stuck']

/** An idle decoder does not keep its parent alive. */
function letGo(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
}

function hold(child: ChildProcess): void {
  child.ref()
  child.channel?.ref()
}
