import { join } from 'node:path'
import { databases, type Machine } from '../addresses.ts'
import { openPart, type Account, type Folders, type Part } from './part.ts'

type Place = {
  name: Machine
  address: string
  folder: string
  folders: Folders
  account: Account
}

/** The etcd of a database machine, and what keeps it from leading beside the primary. */
export function openEtcd({ name, address, folder, folders, account }: Place): [Part, Part] {
  const env = etcdEnv(name, address, join(folder, 'etcd'))
  const common = { machine: name, logFolder: folders.logs, account, restartAfterMs: null }
  const elsewhere = join(folders.deploy, 'etcd/lead-elsewhere.sh')
  return [
    openPart({ name: `etcd-${name}`, command: ['etcd'], env, ...common }),
    openPart({
      name: `etcd-leader-${name}`,
      command: ['sh', elsewhere],
      env: { ...env, ETCDCTL_API: '3' },
      ...common,
    }),
  ]
}

function etcdEnv(name: string, address: string, folder: string): Record<string, string> {
  const peers = databases.map((one, at) => `db${at + 1}=http://${one}:2380`)
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: folder,
    ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
    ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
    ETCD_INITIAL_CLUSTER: peers.join(','),
    ETCD_INITIAL_CLUSTER_TOKEN: 'kapao',
    ETCD_INITIAL_CLUSTER_STATE: 'new',
    ETCD_HEARTBEAT_INTERVAL: '50',
    ETCD_ELECTION_TIMEOUT: '500',
  }
}
