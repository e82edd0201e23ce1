import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { environment } from '../../../tools/start/environment.ts'

/** Set in the process that runs inside. */
const mark = 'KAPAO_CLUSTER_INSIDE'
export const isInside = (): boolean => environment[mark] === '1'

/** What starts it may be killed as well. */
const bound = 'setpriv --pdeathsig KILL'
const apart = 'unshare --net --mount --pid --fork --kill-child --mount-proc'
/** The first process of a family of its own must wait for orphans: a shell does. */
const first = ['sh', '-c', '"$0" "$@"; exit $?']

/** The line that runs a program where networks, mounts and processes are its own. */
export const insideOf = (command: readonly string[]): readonly string[] => [
  ...bound.split(' '),
  ...apart.split(' '),
  ...first,
  ...command,
]

/**
 * Runs this program again where networks, mounts and processes are its own: two clusters do not meet, nothing in it
 * reaches anything outside, and however it ends, the kernel ends and removes all of it.
 */
export function runInside(root: string): Promise<number> {
  mkdirSync(root, { recursive: true, mode: 0o711 })
  const lock = ['flock', '--nonblock', '--conflict-exit-code', '75', '--no-fork', `${root}.lock`]
  const line = [...lock, ...insideOf([process.execPath, ...process.argv.slice(1)])]
  const child = spawn(line[0]!, line.slice(1), {
    env: { ...environment, [mark]: '1' },
    stdio: ['inherit', 'inherit', 'inherit', openSync('/proc/self/ns/net', 'r')],
  })
  // Ctrl-C reaches the process inside as well, which ends in good order.
  process.on('SIGINT', () => undefined)
  return new Promise((resolve) =>
    child.once('close', (code) => {
      if (code === 75) process.stderr.write(`another cluster is running in ${root}\n`)
      resolve(code ?? 1)
    }),
  )
}
