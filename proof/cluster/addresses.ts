/** Each machine of a cluster has a network of its own and an address in it, so that every file of deploy/ keeps its usual ports. */
export const addresses = {
  db1: '10.97.0.11',
  db2: '10.97.0.12',
  db3: '10.97.0.13',
  front1: '10.97.0.21',
  front2: '10.97.0.22',
  redis: '10.97.0.31',
  sandbox: '10.97.0.41',
  watcher: '10.97.0.51',
} as const

export type Machine = keyof typeof addresses

export const databases = [addresses.db1, addresses.db2, addresses.db3] as const
export const fronts = [addresses.front1, addresses.front2] as const
export const { redis, sandbox } = addresses

/** The network that all machines share, and who looks at them from it: never cut off, so that it sees what is. */
export const privateNetwork = '10.97.0.0/24'
export const observer = '10.97.0.1'
/** Of the computer on which a cluster runs, for a browser there. */
export const outside = '10.97.0.2'
/** Members come from outside. */
export const memberNetwork = '10.98.0.0/16'

/** The name under which HAProxy lets operators in. */
export const deskName = 'desk.kapao.test'

export const ports = {
  members: 80,
  api: 8080,
  /** Of its process, and of HAProxy in front of it. */
  console: 8081,
  desk: 8443,
  /** Health and metrics of an API process, of a worker and of the console. */
  health: 9100,
  workerHealth: 9101,
  consoleHealth: 9102,
  /** Where a front machine reaches the primary, and where what may be old. */
  database: 5000,
  databaseRead: 5001,
  postgres: 5432,
  patroni: 8008,
  etcd: 2379,
  etcdPeer: 2380,
  redis: 6379,
  prometheus: 9090,
  figures: 8405,
  sandbox: 8090,
  control: 8091,
  bucket: 8092,
} as const

/** Members come from addresses of their own, as phones do. */
export function memberAddress(at: number): string {
  return `10.98.${Math.floor(at / 250)}.${(at % 250) + 1}`
}
