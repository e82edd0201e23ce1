/** Each machine of a cluster is an address of the loopback network, so that every file of deploy/ keeps its usual ports. */
export const databases = ['127.0.30.11', '127.0.30.12', '127.0.30.13'] as const
export const fronts = ['127.0.30.21', '127.0.30.22'] as const
export const workers = ['127.0.30.51', '127.0.30.52'] as const
export const redis = '127.0.30.31'
export const sandbox = '127.0.30.41'

/** The name under which HAProxy lets operators in. */
export const deskName = 'desk.kapao.test'

export const ports = {
  members: 80,
  api: 8080,
  /** Of its process, and of HAProxy in front of it. */
  console: 8081,
  desk: 8443,
  /** Health and metrics of an API process or a worker. */
  health: 9100,
  consoleHealth: 9102,
  /** Where a front machine reaches the primary, and where what may be old. */
  database: 5000,
  databaseRead: 5001,
  postgres: 5432,
  redis: 6379,
  sandbox: 8090,
  control: 8091,
} as const

/** Members come from addresses of their own, as phones do. */
export function memberAddress(at: number): string {
  return `127.40.${Math.floor(at / 250)}.${(at % 250) + 1}`
}
