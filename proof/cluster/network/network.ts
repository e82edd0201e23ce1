import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { addresses, memberNetwork, observer, outside, type Machine } from '../addresses.ts'
import { programPath } from '../packages.ts'
import { ip, outsideNetwork, run, runWithOutside } from './commands.ts'
import { openDelayLine, type DelayLine } from './delay-line.ts'

/** Members are one more that can be cut off. */
export type NetworkPeer = Machine | 'members'

export type Where = {
  /** Only from and to these; everybody where nothing is said. */
  peers?: readonly NetworkPeer[]
  /** What the machine is sent, or what it sends; both where nothing is said. */
  direction?: 'in' | 'out'
  /** Only connections to this port, on whichever side it is. */
  port?: number
}

/** The cable of each machine. Packets vanish: nobody is notified that a connection has ended. */
export type Network = {
  cut: (place: NetworkPeer, where?: Where) => void
  /** So many of a hundred packets vanish. */
  lose: (place: NetworkPeer, percent: number, where?: Where) => void
  /** Each packet comes so much later, in each direction that is meant. */
  delay: (place: NetworkPeer, ms: number, where?: Where) => Promise<void>
  heal: () => void
}

const machines = Object.keys(addresses) as Machine[]
const places: readonly NetworkPeer[] = [...machines, 'members']
const bridge = 'cluster'

export function openNetwork(): Network {
  plugIn()
  const rules: string[] = []
  const lines: DelayLine[] = []
  const add = (place: NetworkPeer, where: Where, verdict: string): void => {
    rules.push(...rulesFor(place, where).map((match) => `${match} ${verdict}`))
    apply(rules)
  }
  return {
    cut: (place, where = {}) => add(place, where, 'drop'),
    lose: (place, percent, where = {}) =>
      add(place, where, `numgen random mod 100 <= ${percent - 1} drop`),
    delay: async (place, ms, where = {}) => {
      const device = `line${lines.length + 1}`
      lines.push(await openDelayLine(device, { bridge, ms }))
      add(place, where, `fwd to ${device}`)
    },
    heal: () => {
      rules.length = 0
      apply(rules)
      for (const line of lines.splice(0)) line.close()
    },
  }
}

/** What matches the packets that are meant. Without a port, also that they find each other (ARP). */
function rulesFor(place: NetworkPeer, { peers, direction, port }: Where): string[] {
  const others = setOf(peers ?? places.filter((one) => one !== place))
  const own = setOf([place])
  const ways = [
    ...(direction === 'in' ? [] : [[own, others]]),
    ...(direction === 'out' ? [] : [[others, own]]),
  ]
  return ways.flatMap(([from, to]) => {
    const between = `ip saddr ${from} ip daddr ${to}`
    if (port !== undefined) return [`${between} tcp dport ${port}`, `${between} tcp sport ${port}`]
    return [between, `arp saddr ip ${from} arp daddr ip ${to}`]
  })
}

function setOf(of: readonly NetworkPeer[]): string {
  return `{ ${of.map((one) => (one === 'members' ? memberNetwork : addresses[one])).join(', ')} }`
}

/** All rules at once, where a packet comes out of the cable of the machine that sent it. */
function apply(rules: readonly string[]): void {
  const table = `table netdev ${bridge}`
  const chain = [
    `type filter hook ingress devices = { ${places.join(', ')} } priority 0; policy accept;`,
    ...rules,
  ]
  const text = `${table}\ndelete ${table}\n${table} { chain cables {\n${chain.join('\n')}\n}\n}\n`
  execFileSync('nft', ['-f', '-'], { env: { PATH: programPath }, input: text })
}

/** A bridge with a cable to each machine; this process, which is the members as well, hangs on one of its own. */
function plugIn(): void {
  mkdirSync('/run/netns', { recursive: true })
  run('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns'])
  ip('link set lo up')
  ip(`link add name ${bridge} type bridge`)
  ip(`link set ${bridge} up`)
  for (const machine of machines) {
    ip(`netns add ${machine}`)
    ip(`link add name ${machine} type veth peer name eth0 netns ${machine}`)
    ip(`-n ${machine} link set lo up`)
    ip(`-n ${machine} address add ${addresses[machine]}/24 dev eth0`)
    ip(`-n ${machine} link set eth0 up`)
    ip(`-n ${machine} route add ${memberNetwork} via ${observer}`)
  }
  ip('link add name members type veth peer name eth0')
  ip(`address add ${observer}/24 dev eth0`)
  ip('link set eth0 up')
  // Any address of it is ours.
  ip(`route add local ${memberNetwork} dev lo`)
  for (const place of places) ip(`link set ${place} master ${bridge} up`)
}

/** A cable to the computer on which the cluster runs, so that a browser there reaches it. */
export function plugInOutside(): void {
  const far = ['--net=' + outsideNetwork, 'ip']
  ip('link add name outside type veth peer name kapao')
  runWithOutside('ip', ['link', 'set', 'kapao', 'netns', outsideNetwork])
  runWithOutside('nsenter', [...far, 'address', 'add', `${outside}/24`, 'dev', 'kapao'])
  runWithOutside('nsenter', [...far, 'link', 'set', 'kapao', 'up'])
  ip(`link set outside master ${bridge} up`)
}
