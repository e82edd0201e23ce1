import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onMachine } from '../network/commands.ts'
import { processEnv } from '../parts/front.ts'
import type { Cluster } from '../start.ts'

/** A line typed at a terminal of a front machine, by the operator of that name. */
export type Desk = (name: string, ...line: string[]) => Promise<string>

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../../apps/server/bin/kapao.mjs')
const waitingHours = 48

/** Operators as docs/production.md adds them, two days ago. */
export async function openDesk({ front, owner }: Cluster): Promise<Desk> {
  const folder = join(front.folders.root, 'tokens')
  mkdirSync(folder, { mode: 0o700, recursive: true })
  chmodSync(folder, 0o700)
  const tokenOf = (name: string) => join(folder, `${name}.token`)
  const type = async (env: Record<string, string>, line: string[]): Promise<string> => {
    const [command, ...args] = onMachine('front1', [process.execPath, program, ...line])
    const { stdout } = await run(command!, args, {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...processEnv(front), ...env },
    })
    return stdout
  }
  const desk: Desk = (name, ...line) => type({ KAPAO_TOKEN_FILE: tokenOf(name) }, line)
  await type({}, ['operator', 'add', 'nok', '--out', tokenOf('nok')])
  for (const name of ['lek', 'som']) {
    const joined = await type({}, ['operator', 'join', name, '--out', tokenOf(name), '--json'])
    const { code } = JSON.parse(joined) as { code: string }
    await desk('nok', 'operator', 'add', name, code)
    await desk('nok', 'operator', 'roles', name, 'risk')
  }
  // A name with such a role may confirm once both are a day old; the drill does not wait for that.
  await owner.query(
    `update operators_operator set noted_at = noted_at - make_interval(hours => $1),
       added_at = added_at - make_interval(hours => $1)`,
    [waitingHours],
  )
  await owner.query('update operators_role set given_at = given_at - make_interval(hours => $1)', [
    waitingHours,
  ])
  return desk
}
