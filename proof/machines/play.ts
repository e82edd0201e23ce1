import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../../tools/start/environment.ts'
import { ownAddress } from './network.ts'

const repository = join(import.meta.dirname, '../..')
const ansible = join(repository, 'deploy/ansible')

export type Books = {
  folder: string
  play: (playbook: string, ...args: string[]) => Promise<string>
  /** A command of root on a machine, and what it says. */
  runOn: (address: string, command: string) => Promise<string>
  makeCertificates: () => void
}

export type BooksOptions = {
  folder: string
  archiveFolder: string
  release: string
  keyFile: string
  machines: readonly { name: string; address: string }[]
}

export const floating = ['10.77.0.31', '10.77.0.32'] as const
export const names = { members: 'play.kapao.test', console: 'desk.kapao.test' }
export const sandboxPort = 8_090

/** What an operator of machines writes: an inventory, settings, secrets in a vault, and certificates. */
export function writeBooks(options: BooksOptions): Books {
  const { folder, keyFile } = options
  mkdirSync(join(folder, 'group_vars/all'), { recursive: true })
  writeFileSync(join(folder, 'inventory.json'), JSON.stringify(inventoryOf(options)))
  // As the example, with what differs here in a file that is read after it.
  cpSync(
    join(ansible, 'example/group_vars/all/settings.yml'),
    join(folder, 'group_vars/all/a-settings.yml'),
  )
  writeFileSync(join(folder, 'group_vars/all/b-here.json'), JSON.stringify(settingsOf(options)))
  const secrets = execFileSync('sh', [join(ansible, 'secrets.sh')], { encoding: 'utf8' })
  const vault = join(folder, 'group_vars/all/secrets.yml')
  writeFileSync(
    vault,
    `${secrets}  UPLOADS_S3_KEY_ID: sandbox-access\n  UPLOADS_S3_SECRET: sandbox-secret-key\n`,
  )
  execFileSync('sh', [
    join(repository, 'deploy/etcd/certificates.sh'),
    join(folder, 'certificates'),
    ...options.machines.map(({ name, address }) => `${name}=${address}`),
    '--',
    `redis=${options.machines[0]!.address}`,
  ])
  const password = join(folder, 'vault-password')
  writeFileSync(password, 'of this run alone\n', { mode: 0o600 })
  execFileSync('ansible-vault', ['encrypt', '--vault-password-file', password, vault], {
    stdio: 'ignore',
  })
  return {
    folder,
    makeCertificates: () => {
      makeCertificate(join(folder, 'tls.pem'), names.members)
      makeCertificate(join(folder, 'console.pem'), names.console)
    },
    runOn: (address, command) => {
      const unknown = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null']
      return run('ssh', ['-q', '-i', keyFile, ...unknown, `root@${address}`, command])
    },
    play: (playbook, ...args) =>
      run('ansible-playbook', [
        `--inventory=${join(folder, 'inventory.json')}`,
        `--private-key=${keyFile}`,
        `--vault-password-file=${password}`,
        join(ansible, playbook),
        ...args,
      ]),
  }
}

/** Three machines: each has a database, two are also fronts, one of them has Redis, the third one watches. */
function inventoryOf({ machines }: BooksOptions) {
  const [first, second, third] = machines.map(({ name }) => name) as [string, string, string]
  const hosts = Object.fromEntries(
    machines.map(({ name, address }) => [name, { ansible_host: address }]),
  )
  return {
    databases: { hosts },
    fronts: {
      hosts: {
        [first]: { floating: `${floating[0]}/24`, router: 51 },
        [second]: { floating: `${floating[1]}/24`, router: 52 },
      },
    },
    caches: { hosts: { [first]: {} } },
    watchers: { hosts: { [third]: {} } },
  }
}

function settingsOf({ archiveFolder, release }: BooksOptions) {
  return {
    release,
    archive: `${archiveFolder}/kapao-{{ release }}.tar.zst`,
    members_name: names.members,
    console_name: names.console,
    // This machine, from which everything is done.
    office: [`${ownAddress}/32`],
    interface: 'host0',
    backups: {},
    seals: { SEALS_OUTSIDE: 'file:/var/lib/kapao/heads' },
    kapao: {
      NODE_ENV: 'staging',
      VARIANT: 'thai',
      SANDBOX_URL: `http://${ownAddress}:${sandboxPort}`,
      UPLOADS_S3: 's3://kapao/uploads',
      UPLOADS_S3_ENDPOINT: `http://${ownAddress}:${sandboxPort}/s3`,
    },
  }
}

function makeCertificate(path: string, name: string): void {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '30']
  const [key, certificate] = [`${path}.key`, `${path}.crt`]
  execFileSync(
    'openssl',
    ['req', '-x509', ...kind, '-subj', `/CN=${name}`, '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  )
  execFileSync('sh', ['-c', 'cat "$1" "$0" > "$2"', key, certificate, path])
}

function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, {
    cwd: ansible,
    env: { ...environment, ANSIBLE_HOST_KEY_CHECKING: 'False', ANSIBLE_NOCOLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => (said += String(part)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve(said)
        : reject(new Error(`${program} ended with ${code}:\n${said.slice(-8_000)}`)),
    )
  })
}
