import { spawnSync } from 'node:child_process'
import { accessSync, constants, copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environment } from '../../tools/start/environment.ts'

/** Programs of a cluster and the Debian package that brings each. */
const packages = {
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  patroni: 'patroni',
  // Patroni is content with any store of its keys.
  '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
  // Without it Patroni speaks no TLS.
  '/usr/lib/python3/dist-packages/idna': 'python3-idna',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  pgbackrest: 'pgbackrest',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  faketime: 'faketime',
  curl: 'curl',
  ip: 'iproute2',
  nft: 'nftables',
  nsenter: 'util-linux',
  'mkfs.ext4': 'e2fsprogs',
  '/usr/bin/python3': 'python3',
} as const

/** Where alerts are asked for. */
const watching = { prometheus: 'prometheus' } as const

const patroni = join(import.meta.dirname, '../../deploy/patroni')
const patroniStart = join(patroni, 'start-patroni.py')

export const postgresPrograms = '/usr/lib/postgresql/15/bin'
/** Debian keeps servers where an ordinary user does not look. */
export const programPath = `${postgresPrograms}:/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/sbin:/bin`

/** Debian packages that a cluster on this machine still needs. */
export function listMissing({ watches = false }: { watches?: boolean } = {}): string[] {
  const missing = Object.entries({ ...packages, ...(watches ? watching : {}) })
    .filter(([program]) => !isThere(program))
    .map(([, name]) => name)
  return [...new Set(isPatroniNew() ? missing : [...missing, packages.patroni])]
}

/** As root on Debian; elsewhere a person does it (docs/production.md). */
export function installMissing(
  log: (line: string) => void,
  options: { watches?: boolean } = {},
): void {
  const missing = listMissing(options)
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  log(`Installing ${missing.join(', ')} ...`)
  copyFileSync(join(patroni, 'debian-13.sources'), '/etc/apt/sources.list.d/kapao-patroni.sources')
  copyFileSync(join(patroni, 'debian-13.pref'), '/etc/apt/preferences.d/kapao-patroni')
  const quietly = {
    env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'inherit' as const,
  }
  spawnSync('apt-get', ['update', '-q'], quietly)
  withoutServices(() =>
    spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', ...missing], quietly),
  )
}

/** A cluster starts its own; none of Debian's may run beside it. */
function withoutServices(work: () => void): void {
  const policy = '/usr/sbin/policy-rc.d'
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  work()
  if (isOurs) rmSync(policy)
}

function isPatroniNew(): boolean {
  const env = { PATH: programPath }
  return spawnSync('/usr/bin/python3', [patroniStart, '--version'], { env }).status === 0
}

function isThere(program: string): boolean {
  const places = program.startsWith('/')
    ? [program]
    : programPath.split(delimiter).map((folder) => join(folder, program))
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
