import { join } from 'node:path'
import { databases, type Machine } from '../addresses.ts'
import { certificateEnv } from '../between/keys.ts'
import { openPart, type Account, type Folders, type Part } from './part.ts'

type EtcdNode = {
  name: Machine
  address: string
  folder: string
  folders: Folders
  account: Account
}

/** The etcd of a database machine, and what keeps it from leading beside the primary. */
export function openEtcd({ name, address, folder, folders, account }: EtcdNode): [Part, Part] {
  const env = {
    ...etcdEnv(name, address, join(folder, 'etcd')),
    ...certificateEnv('ETCD', folder),
    ...certificateEnv('ETCD_PEER', folder),
  }
  const common = { machine: name, logFolder: folders.logs, account, restartAfterMs: null }
  const script = (file: string) => ['sh', join(folders.deploy, 'etcd', file)]
  return [
    openPart({ name: `etcd-${name}`, command: script('start-etcd.sh'), env, ...common }),
    openPart({
      name: `etcd-leader-${name}`,
      command: script('lead-elsewhere.sh'),
      env: { ...env, ETCDCTL_API: '3' },
      ...common,
    }),
  ]
}

function etcdEnv(name: string, address: string, folder: string): Record<string, string> {
  const peers = databases.map((one, at) => `db${at + 1}=https://${one}:2380`)
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: folder,
    ETCD_LISTEN_PEER_URLS: `https://${address}:2380`,
    ETCD_LISTEN_CLIENT_URLS: `https://${address}:2379`,
    ETCD_LISTEN_METRICS_URLS: `http://${address}:2381`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `https://${address}:2380`,
    ETCD_ADVERTISE_CLIENT_URLS: `https://${address}:2379`,
    ETCD_INITIAL_CLUSTER: peers.join(','),
    ETCD_INITIAL_CLUSTER_TOKEN: 'kapao',
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_HEARTBEAT_INTERVAL: '50',
    ETCD_ELECTION_TIMEOUT: '500',
    ETCD_PRE_VOTE: 'true',
  }
}
