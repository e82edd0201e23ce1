import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs of a cluster and the Debian package that brings each. */
const packages = {
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  patroni: 'patroni',
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
  '/usr/bin/python3': 'python3',
} as const

export const postgresPrograms = '/usr/lib/postgresql/15/bin'
/** Debian keeps servers where an ordinary user does not look. */
export const programPath = `${postgresPrograms}:/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/sbin:/bin`

/** Debian packages that a cluster on this machine still needs. */
export function listMissing(): string[] {
  const missing = Object.entries(packages).filter(([program]) => !isThere(program))
  return [...new Set(missing.map(([, name]) => name))]
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
