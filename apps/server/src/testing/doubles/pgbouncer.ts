import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../processes/free-port.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

/** A pooler's behavior cannot be faked; where none is installed the tests are skipped visibly. */
export const hasPgbouncer = program !== undefined

export type PoolerOptions = { mode: 'session' | 'transaction'; ignores?: string }

/** A PgBouncer in front of a database. */
export async function startPgbouncer(
  databaseUrl: string,
  { mode, ignores = '' }: PoolerOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const target = new URL(databaseUrl)
  const name = target.pathname.slice(1)
  const host = target.searchParams.get('host') ?? decodeURIComponent(target.hostname)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'kapao-pgbouncer-'))
  await chmod(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
${name} = host=${host} dbname=${name} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 4
ignore_startup_parameters = ${ignores}
`,
  )
  // PgBouncer refuses to run as root; the database's socket accepts any user.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(program!, [settings], { ...nobody, stdio: 'ignore' })
  await untilListening(port)
  const url = new URL(`postgres://${target.username}@127.0.0.1:${port}/${name}`)
  return {
    url: url.href,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('PgBouncer did not start')
}
