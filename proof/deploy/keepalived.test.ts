import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const settings = readFileSync(
  join(import.meta.dirname, '../../deploy/keepalived/keepalived.conf'),
  'utf8',
)
const canRun =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--net', 'true']).status === 0 &&
  ['/usr/sbin/keepalived', '/usr/sbin/ip', '/usr/bin/ip'].filter(
    (path) => spawnSync(path, ['--version']).error === undefined,
  ).length > 1

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' })

type FrontMachine = {
  addresses: () => string[]
  start: () => void
  /** As a machine that loses its power: its network falls silent with it. */
  die: () => Promise<void>
  /** What its HAProxy would say. */
  isWell: (well: boolean) => void
}

/** A machine's network and its keepalived, joined to the other one by a bridge. */
function openMachine(at: 1 | 2, bridge: string): FrontMachine {
  const [other, space, cable] = [3 - at, `${bridge}n${at}`, `${bridge}c${at}`]
  const folder = mkdtempSync(join(tmpdir(), 'kapao-keepalived-'))
  const file = (name: string): string => join(folder, name)
  writeFileSync(
    file('vars'),
    `$NAME=front${at}\n$INTERFACE=eth0\n$OWN=10.9.0.2${at}\n$OTHER=10.9.0.2${other}\n` +
      `$OWN_FLOATING=10.9.0.3${at}/24\n$OTHER_FLOATING=10.9.0.3${other}/24\n` +
      `$OWN_ROUTER=5${at}\n$OTHER_ROUTER=5${other}\n`,
  )
  writeFileSync(
    file('conf'),
    settings
      .replaceAll('/etc/kapao/keepalived.vars', file('vars'))
      .replace(/^ {2}script .*$/m, `  script "/usr/bin/test -e ${file('well')}"`)
      .replace('script_user nobody', 'script_user root'),
  )
  writeFileSync(file('well'), '')
  ip('netns', 'add', space)
  ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  ip('link', 'set', cable, 'master', bridge, 'up')
  for (const link of ['lo', 'eth0']) ip('-n', space, 'link', 'set', link, 'up')
  ip('-n', space, 'addr', 'add', `10.9.0.2${at}/24`, 'dev', 'eth0')
  let child: ChildProcess | null = null
  let starts = 0
  const die = async (): Promise<void> => {
    ip('link', 'set', cable, 'down')
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    // Its children end with it, as they notice.
    process.kill(-child.pid!, 'SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    await die()
    ip('netns', 'del', space)
    rmSync(folder, { recursive: true })
  })
  return {
    addresses: () =>
      [...ip('-n', space, '-4', 'addr', 'show', 'eth0').matchAll(/inet (10\.9\.0\.3\d)/g)].map(
        ([, address]) => address!,
      ),
    start: () => {
      ip('link', 'set', cable, 'up')
      // Of its own, as that of a killed one may still be there.
      starts += 1
      const names = ['pid', 'vrrp', 'checkers'].map((name) => file(`${name}${starts}`))
      const args = [
        '-n',
        '-l',
        '-f',
        file('conf'),
        '-p',
        names[0]!,
        '-r',
        names[1]!,
        '-c',
        names[2]!,
      ]
      child = spawn('ip', ['netns', 'exec', space, 'keepalived', ...args], {
        stdio: 'ignore',
        detached: true,
      })
    },
    die,
    isWell: (well) => (well ? writeFileSync(file('well'), '') : rmSync(file('well'))),
  }
}

test.skipIf(!canRun)(
  'FRONT-08 a front that is silent, or whose HAProxy does not answer, has lost its address to the other one within four seconds',
  { tags: 'long-4' },
  async () => {
    const bridge = `kv${process.pid}`
    ip('link', 'add', bridge, 'type', 'bridge')
    onTestFinished(() => void ip('link', 'del', bridge))
    ip('link', 'set', bridge, 'up')
    const [first, second] = [openMachine(1, bridge), openMachine(2, bridge)]
    const until = (isSo: () => void, timeout: number) => vi.waitFor(isSo, { timeout, interval: 50 })
    const eachHasItsOwn = (): void => {
      expect(first.addresses()).toEqual(['10.9.0.31'])
      expect(second.addresses()).toEqual(['10.9.0.32'])
    }
    for (const machine of [first, second]) machine.start()
    await until(eachHasItsOwn, 20_000)

    await first.die()
    await until(
      () => expect(second.addresses().toSorted()).toEqual(['10.9.0.31', '10.9.0.32']),
      4_000,
    )
    first.start()
    await until(eachHasItsOwn, 15_000)

    second.isWell(false)
    await until(
      () => expect(first.addresses().toSorted()).toEqual(['10.9.0.31', '10.9.0.32']),
      6_000,
    )
    // Where neither is well, both answer as well as they can.
    first.isWell(false)
    await until(eachHasItsOwn, 6_000)
  },
)
