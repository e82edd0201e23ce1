import { spawnSync } from 'node:child_process'

/** The account that PostgreSQL's programs run under; null means this process's own. */
export type Account = { uid: number; gid: number } | null

const nobody = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses to run as root, so root runs it as `nobody`, or as the owner of an existing cluster. */
export function chooseAccount(clusterOwner: { uid: number; gid: number } | null): Account {
  if (process.getuid?.() !== 0) return null
  return clusterOwner && clusterOwner.uid !== 0 ? clusterOwner : nobody
}

/** The environment of PostgreSQL's programs: nothing inherited, so that no PG* variable of the shell affects them. */
export const plainEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export function asAccount(account: Account): { uid: number; gid: number } | Record<string, never> {
  return account ? { uid: account.uid, gid: account.gid } : {}
}

/** Asks the system itself, as that account: mode bits, owners, ACLs and mount options all count. */
export function accountMay(account: Account, access: 'r' | 'w' | 'x', path: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', `test -${access} "$1"`, 'sh', path], {
    ...asAccount(account),
    cwd: '/',
    env: plainEnvironment,
    stdio: 'ignore',
  })
  if (asked.error) throw asked.error
  return asked.status === 0
}

/** A command prefix by which the kernel ends the command when this process is killed; empty without util-linux. */
export function diesWithUs(): string[] {
  const prefix = ['setpriv', '--pdeathsig', 'INT']
  const tried = spawnSync('setpriv', [...prefix.slice(1), 'true'], {
    env: plainEnvironment,
    stdio: 'ignore',
  })
  return tried.status === 0 ? prefix : []
}
