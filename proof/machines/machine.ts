import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bridge, proxyUrl } from './network.ts'

export type Machine = {
  name: string
  address: string
  boot: () => Promise<void>
  /** As a machine that loses its power. */
  powerOff: () => Promise<void>
  /** As one that has burned: the next one has its name and address, and empty disks. */
  burn: () => void
}

const mirror = 'http://deb.debian.org/debian'
const bootPatienceMs = 30_000
/** What a machine has when somebody hands it over: a way in, and Python for Ansible. */
const bare = 'systemd,systemd-sysv,dbus,openssh-server,python3,python3-apt,ca-certificates,iproute2'

/** Debian 12 as debootstrap makes it; every machine begins as a copy. Kept for the next run. */
export function prepareBase(folder: string, log: (line: string) => void): void {
  if (existsSync(join(folder, 'made'))) return
  log('debootstrap of Debian 12, once')
  rmSync(folder, { recursive: true, force: true })
  const root = join(folder, 'root')
  mkdirSync(root, { recursive: true })
  execFileSync(
    'debootstrap',
    ['--variant=minbase', `--include=${bare}`, 'bookworm', root, mirror],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  writeFileSync(join(root, 'etc/apt/apt.conf.d/90proxy'), `Acquire::http::Proxy "${proxyUrl}";\n`)
  execFileSync('chroot', [root, 'systemctl', 'enable', 'systemd-networkd', 'ssh'])
  writeFileSync(join(folder, 'made'), '')
}

type MachineOptions = {
  folder: string
  base: string
  /** Who may log in as root. */
  publicKey: string
  /** A folder that all of them share, and where they have it. */
  shared: { here: string; there: string }
}

export function openMachine(name: string, address: string, options: MachineOptions): Machine {
  const { folder, base, publicKey, shared } = options
  const own = join(folder, name)
  const [upper, work, root] = ['upper', 'work', 'root'].map((part) => join(own, part)) as [
    string,
    string,
    string,
  ]
  let child: ChildProcess | null = null

  const mount = (): void => {
    for (const part of [upper, work, root]) mkdirSync(part, { recursive: true })
    const layers = `lowerdir=${join(base, 'root')},upperdir=${upper},workdir=${work}`
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, root])
    const file = (path: string, text: string, mode = 0o644): void => {
      mkdirSync(join(root, path, '..'), { recursive: true, mode: 0o755 })
      writeFileSync(join(root, path), text, { mode })
    }
    const settings = `[Match]\nName=host0\n[Network]\nAddress=${address}/24\nLinkLocalAddressing=no\n`
    file('etc/systemd/network/10-host0.network', settings)
    file('etc/hostname', `${name}\n`)
    file('root/.ssh/authorized_keys', publicKey, 0o600)
  }
  return {
    name,
    address,
    boot: async () => {
      mount()
      const log = openSync(join(own, 'console.log'), 'a')
      const args = [
        '--boot',
        '--quiet',
        '--register=no',
        '--keep-unit',
        `--machine=${name}`,
        `--directory=${root}`,
      ]
      child = spawn(
        'systemd-nspawn',
        [...args, `--network-bridge=${bridge}`, `--bind=${shared.here}:${shared.there}`],
        { stdio: ['ignore', log, log] },
      )
      closeSync(log)
      await untilReached(address)
    },
    powerOff: async () => {
      if (child === null) return
      const ended = once(child, 'exit')
      // The machine's first process; with it the kernel ends all others.
      const { pid } = child
      const inside = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
      for (const one of inside.split(' ')) process.kill(Number(one), 'SIGKILL')
      await ended
      child = null
      execFileSync('umount', ['--lazy', root])
    },
    burn: () => {
      // A run that was killed has left its disk mounted.
      spawnSync('umount', ['--lazy', root], { stdio: 'ignore' })
      rmSync(own, { recursive: true, force: true })
    },
  }
}

async function untilReached(address: string): Promise<void> {
  const end = Date.now() + bootPatienceMs
  for (;;) {
    try {
      execFileSync('ssh-keyscan', ['-T', '2', address], { stdio: 'ignore' })
      return
    } catch {
      if (Date.now() > end) throw new Error(`the machine at ${address} does not boot`)
      await sleep(500)
    }
  }
}
