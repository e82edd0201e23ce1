import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findCall } from '../../../apps/server/src/kapao/remote/commands.ts'
import { fronts, ports } from '../addresses.ts'
import { onMachine } from '../network/commands.ts'
import { processEnv } from '../parts/front.ts'
import type { Cluster } from '../start.ts'

/** A line typed at a terminal of a front machine, by the operator of that name. */
export type Desk = (name: string, ...line: string[]) => Promise<string>

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../../apps/server/bin/kapao.mjs')
const waitingHours = 48

const tunnelPort = 18_081
/** A terminal sends nothing to another address without TLS, so it is led to the console as `ssh -L` leads one. */
const tunnel = `data:text/javascript,${encodeURIComponent(`
  import { connect, createServer } from 'node:net'
  const server = createServer((near) => near.pipe(connect(${ports.console}, '${fronts[0]}')).pipe(near))
  await new Promise((resolve) => server.listen(${tunnelPort}, '127.0.0.1', resolve))
  server.unref()
`)}`

/** As the operator's page would. */
async function signInTerminal(
  owner: Cluster['owner'],
  { name, folder }: { name: string; folder: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await owner.query(
    `insert into sign_in_session (key, operator, way, started_at, last_used_at, ends_at, touched_at, address, device)
     values (sha256($1), $2, 'terminal', now(), now(), now() + interval '1 hour', now(), '127.0.0.1', 'front1')`,
    [Buffer.from(token), name],
  )
  const file = join(folder, `${name}.session`)
  const session = { console: `http://127.0.0.1:${tunnelPort}`, token, name, machine: 'front1' }
  writeFileSync(file, JSON.stringify(session), { mode: 0o600 })
  return file
}

/** The first operator as docs/production.md adds one, and two who were added two days ago, with tokens instead of passkeys. */
export async function openDesk({ front, owner }: Cluster): Promise<Desk> {
  const folder = join(front.folders.root, 'tokens')
  mkdirSync(folder, { mode: 0o700, recursive: true })
  chmodSync(folder, 0o700)
  const tokenOf = (name: string) => join(folder, `${name}.token`)
  const type = async (env: Record<string, string>, line: string[]): Promise<string> => {
    const typed = [process.execPath, '--import', tunnel, program, ...line]
    const [command, ...args] = onMachine('front1', typed)
    const { stdout } = await run(command!, args, {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...processEnv(front), ...env },
    })
    return stdout
  }
  const desk: Desk = async (name, ...line) => {
    if (!findCall(line)) return type({ KAPAO_TOKEN_FILE: tokenOf(name) }, line)
    return type({ KAPAO_SESSION: await signInTerminal(owner, { name, folder }) }, line)
  }
  await type({}, ['operator', 'add', 'nok', '--out', tokenOf('nok')])
  for (const name of ['lek', 'som']) {
    const token = randomBytes(32).toString('base64url')
    writeFileSync(tokenOf(name), token, { mode: 0o600 })
    await owner.query(
      `insert into operators_operator (name, token_hash, created_at, created_by)
       values ($1, sha256($2), now(), 'operator:nok')`,
      [name, Buffer.from(token)],
    )
    await owner.query(
      `insert into operators_role (operator, role, given_by) values ($1, 'risk', 'operator:nok')`,
      [name],
    )
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
