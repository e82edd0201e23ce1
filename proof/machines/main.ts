import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { environment } from '../../tools/start/environment.ts'
import { packRelease } from './archive.ts'
import { ask, askMembers, callDuring, type Calls } from './callers.ts'
import { openMachine, prepareBase, type Machine } from './machine.ts'
import { openNetwork, ownAddress } from './network.ts'
import { listMissing } from './packages.ts'
import { floating, names, sandboxPort, writeBooks, type Books } from './play.ts'

/**
 * `npm run machines`: the playbook of deploy/ansible on three booted Debians, from bare machines to members, and each of
 * its commands: everything again, an upgrade, a rolling restart, a certificate, a machine that has burned.
 */
const { values } = parseArgs({ options: { keep: { type: 'boolean' }, folder: { type: 'string' } } })
const folder = values.folder ?? '/var/tmp/kapao-machines'
const releases = ['1', '2'] as const

const begun = performance.now()
const seconds = (): string => ((performance.now() - begun) / 1_000).toFixed(0).padStart(5)
const log = (line: string): void => void process.stdout.write(`${seconds()} s  ${line}\n`)
const faults: string[] = []
const judge = (isRight: boolean, what: string): void => {
  log(`${isRight ? 'right' : 'WRONG'}: ${what}`)
  if (!isRight) faults.push(what)
}

const missing = listMissing()
if (missing.length > 0 || process.getuid?.() !== 0) {
  process.stderr.write(`It needs root, and of Debian: ${missing.join(' ')}\n`)
  process.exit(1)
}
const network = await openNetwork()
const sandbox = startSandbox()
const machines = openMachines()
try {
  await playAll(machines)
} catch (error) {
  judge(false, String(error))
} finally {
  if (values.keep) {
    log('they stay until Ctrl-C')
    await once(process, 'SIGINT')
  }
  for (const machine of machines) await machine.powerOff().catch(() => undefined)
  sandbox.kill('SIGKILL')
  network.close()
}
for (const fault of faults) process.stderr.write(`WRONG: ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1

function openMachines(): Machine[] {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const keyFile = join(folder, 'key')
  if (!existsSync(keyFile))
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keyFile])
  const base = join(folder, 'base')
  prepareBase(base, log)
  const shared = { here: join(folder, 'backups'), there: '/var/lib/pgbackrest' }
  // A repository of the last run's database refuses this one's.
  rmSync(shared.here, { recursive: true, force: true })
  mkdirSync(shared.here, { recursive: true })
  const publicKey = readFileSync(`${keyFile}.pub`, 'utf8')
  const options = { folder: join(folder, 'machines'), base, publicKey, shared }
  return ['one', 'two', 'three'].map((name, at) => {
    const machine = openMachine(name, `10.77.0.${11 + at}`, options)
    machine.burn()
    return machine
  })
}

async function playAll(all: readonly Machine[]): Promise<void> {
  const [, , third] = all as [Machine, Machine, Machine]
  log('the release is built and packed')
  packRelease(join(folder, 'archive'), releases)
  const books = writeBooks({
    folder: join(folder, 'books'),
    archiveFolder: join(folder, 'archive'),
    release: releases[0],
    keyFile: join(folder, 'key'),
    machines: all,
  })
  books.makeCertificates()
  for (const machine of all) await machine.boot()
  log('three bare machines')

  await books.play('site.yml')
  log('site.yml has ended')
  for (const address of floating)
    judge((await askMembers(address)) === 200, `members are answered at ${address}`)
  const changed = changesOf(await books.play('site.yml'))
  judge(changed.length === 0, `run again it changes nothing: ${changed.join(', ')}`)

  const doctor = await books.runOn(all[0]!.address, 'kapao doctor')
  judge(!/^(?:Must|Should) be/m.test(doctor), `the doctor has nothing to say:\n${doctor}`)

  const upgrade = await callDuring(() => books.play('site.yml', '-e', `release=${releases[1]}`))
  judge(upgrade.failed === 0, `an upgrade, unnoticed: ${say(upgrade)}`)
  const restart = await callDuring(() => books.play('restart.yml'))
  judge(restart.failed === 0, `a rolling restart, unnoticed: ${say(restart)}`)
  await renewCertificate(books)
  await replace(third, books)
}

async function renewCertificate(books: Books): Promise<void> {
  const [address] = floating
  const before = await ask(address, '/', names.members)
  books.makeCertificates()
  const calls = await callDuring(() => books.play('site.yml', '--tags', 'certificate'))
  const after = await ask(address, '/', names.members)
  judge(before.fingerprint !== after.fingerprint, 'the new certificate is served')
  judge(calls.failed === 0, `nobody noticed it: ${say(calls)}`)
}

async function replace(machine: Machine, books: Books): Promise<void> {
  await machine.powerOff()
  machine.burn()
  await machine.boot()
  const release = ['-e', `release=${releases[1]}`]
  const calls = await callDuring(() => books.play('site.yml', '--limit', machine.name, ...release))
  judge(calls.failed === 0, `a burned machine is replaced, unnoticed: ${say(calls)}`)
  const cluster = await books.runOn(
    machine.address,
    `curl -s --cacert /etc/kapao/authority.crt https://${machine.address}:8008/cluster`,
  )
  const { members } = JSON.parse(cluster) as { members: { role: string; state: string }[] }
  const isWhole = members.every(({ state }) => ['running', 'streaming'].includes(state))
  judge(members.length === 3 && isWhole, 'three databases follow one another')
  const etcd = await books.runOn(machine.address, 'kapao-etcdctl endpoint health --cluster 2>&1')
  judge(etcd.match(/is healthy/g)?.length === 3, 'etcd has three members again')
}

/** The tasks of which Ansible says that they have changed something. */
function changesOf(said: string): string[] {
  const tasks = said.split(/^(?:TASK|RUNNING HANDLER) \[/m).slice(1)
  return tasks.filter((task) => /^changed: /m.test(task)).map((task) => task.split(']')[0]!)
}

function say({ answered, failed, slowestMs }: Calls): string {
  return `${answered} answered, ${failed} not, the slowest after ${(slowestMs / 1_000).toFixed(1)} s`
}

function startSandbox() {
  const main = join(import.meta.dirname, '../../apps/sandbox/src/main.ts')
  return spawn(process.execPath, [main], {
    env: {
      ...environment,
      SANDBOX_HOST: ownAddress,
      SANDBOX_PORT: String(sandboxPort),
      APP_URL: `https://${names.members}`,
    },
    stdio: 'ignore',
  })
}
