import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { addresses, databases, fronts, observer, ports, redis } from '../addresses.ts'
import { programPath } from '../packages.ts'
import type { Account, Folders } from '../parts/part.ts'

/** Every password between the machines. */
export type Secrets = {
  superuser: string
  replication: string
  owner: string
  app: string
  cipher: string
  patroni: string
  redis: string
}

export function makeSecrets(): Secrets {
  const make = () => randomBytes(18).toString('base64url')
  return {
    superuser: make(),
    replication: make(),
    owner: make(),
    app: make(),
    cipher: make(),
    patroni: make(),
    redis: make(),
  }
}

const certificatesOf = ({ root }: Pick<Folders, 'root'>): string => join(root, 'certificates')

/** /etc/kapao/authority.crt of every machine. */
export const authorityOf = (folders: Folders): string =>
  join(certificatesOf(folders), 'authority.crt')

/** docs/production.md, "Your machines". */
export function makeCertificates(folders: Folders): void {
  execFileSync('sh', certificatesLine(folders), { env: { PATH: programPath } })
  // Each machine has it; here all of them read one.
  chmodSync(certificatesOf(folders), 0o711)
  chmodSync(authorityOf(folders), 0o644)
  setDefaultCACertificates([...getCACertificates(), readFileSync(authorityOf(folders), 'utf8')])
}

/** Of the same authority, as if they had been made at that time, which `date` reads. */
export async function renewCertificates(folders: Folders, madeAt: string): Promise<void> {
  const line = [madeAt, 'sh', ...certificatesLine(folders)]
  await promisify(execFile)('faketime', line, { env: { PATH: programPath } })
}

function certificatesLine(folders: Folders): string[] {
  const machines = (['db1', 'db2', 'db3'] as const).map((name) => `${name}=${addresses[name]}`)
  const script = join(folders.deploy, 'etcd/certificates.sh')
  return [script, certificatesOf(folders), ...machines, '--', `redis=${redis}`]
}

/** What a database machine has of it, and its files with secrets. */
export function copyKeys(
  name: string,
  {
    folder,
    folders,
    secrets,
    account,
  }: { folder: string; folders: Folders; secrets: Secrets; account: Account },
): void {
  const from = certificatesOf(folders)
  const files = [
    ['authority.crt', readFileSync(join(from, 'authority.crt'))],
    ['machine.crt', readFileSync(join(from, `${name}.crt`))],
    ['machine.key', readFileSync(join(from, `${name}.key`))],
    ['roles.env', `KAPAO_OWNER_PASSWORD=${secrets.owner}\nKAPAO_APP_PASSWORD=${secrets.app}\n`],
    ['backup/secret.conf', `[global]\nrepo1-cipher-pass=${secrets.cipher}\n`],
  ] as const
  const own = machineFolder(folder)
  mkdirSync(join(own, 'backup'), { recursive: true })
  for (const [file, text] of files) writeFileSync(join(own, file), text, { mode: 0o600 })
  for (const path of [own, ...readdirSync(own, { recursive: true }).map(String)])
    chownSync(path === own ? own : join(own, path), account.uid, account.gid)
}

/** /etc/kapao of a database machine. */
export const machineFolder = (folder: string): string => join(folder, 'etc')

/** How etcd of a machine knows the others, and they it. */
export function certificateEnv(
  prefix: 'ETCD' | 'ETCD_PEER',
  folder: string,
): Record<string, string> {
  const own = machineFolder(folder)
  return {
    [`${prefix}_CLIENT_CERT_AUTH`]: 'true',
    [`${prefix}_TRUSTED_CA_FILE`]: join(own, 'authority.crt'),
    [`${prefix}_CERT_FILE`]: join(own, 'machine.crt'),
    [`${prefix}_KEY_FILE`]: join(own, 'machine.key'),
  }
}

type Etcd = { folder: string; address: string }

/** `kapao-etcdctl` on the machine. */
export function etcdctl(etcd: Etcd, args: readonly string[]): string {
  return execFileSync('etcdctl', lineOf(etcd, args), { env: envOf(etcd), encoding: 'utf8' })
}

/** The same without anybody standing still meanwhile; null where etcd does not do it. */
export function askEtcd(etcd: Etcd, args: readonly string[]): Promise<string | null> {
  const line = lineOf(etcd, ['--command-timeout=2s', ...args])
  return promisify(execFile)('etcdctl', line, { env: envOf(etcd) }).then(
    ({ stdout }) => stdout,
    () => null,
  )
}

const lineOf = ({ address }: Etcd, args: readonly string[]): string[] => [
  '--endpoints',
  `https://${address}:${ports.etcd}`,
  ...args,
]

function envOf({ folder }: Etcd): Record<string, string> {
  const own = machineFolder(folder)
  return {
    PATH: programPath,
    ETCDCTL_API: '3',
    ETCDCTL_CACERT: join(own, 'authority.crt'),
    ETCDCTL_CERT: join(own, 'machine.crt'),
    ETCDCTL_KEY: join(own, 'machine.key'),
  }
}

/** deploy/patroni/addresses.yml with those of this cluster, in which the observer is the machine that migrates. */
export function writeAddresses(folders: Folders, to: string): void {
  const migrates = `    - hostssl all postgres,kapao_owner ${observer}/32 scram-sha-256\n`
  const text = readFileSync(join(folders.deploy, 'patroni/addresses.yml'), 'utf8')
  const own = [...databases, ...fronts].reduce(
    (sum, address) => sum.replaceAll(address.replace(/^10\.97\.0/, '10.0.0'), address),
    text,
  )
  writeFileSync(to, own.replace(/^(?=.* all reject$)/m, migrates))
}

/** redis.conf as it is, with the address and the password of this cluster, and a second user for drills. */
export function writeRedisSettings(
  { root, deploy }: Pick<Folders, 'root' | 'deploy'>,
  secrets: Secrets,
): string {
  const folder = join(root, 'redis')
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  const file = join(folder, 'redis.conf')
  const settings = readFileSync(join(deploy, 'redis/redis.conf'), 'utf8')
  const certificates = certificatesOf({ root })
  const own = settings
    .replaceAll('/etc/redis/machine', join(certificates, 'redis'))
    .replace('/etc/kapao', certificates)
  writeFileSync(file, own, { mode: 0o600 })
  const secret = readFileSync(join(deploy, 'redis/secret.conf'), 'utf8')
    .replace('10.0.0.31', redis)
    .replace('>PASSWORD', `>${secrets.redis}`)
  const drill = `user drill on >${secrets.redis} +flushall\n`
  writeFileSync(file, `\n${secret}${drill}`, { flag: 'a', mode: 0o600 })
  return file
}
