import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { addresses, fronts, memberAddress, ports, type Machine } from '../addresses.ts'
import { nothingS, type Drill } from '../drills/drill.ts'
import { onMachine } from '../network/commands.ts'
import { programPath } from '../packages.ts'
import { membersUrl, type Cluster } from '../start.ts'

/** No member of the crowd has it. */
const own = memberAddress(500)
const claimed = '203.0.113.9'
const guesses = 70
/** What strangers have for one phone (docs/security.md), and a little that became free meanwhile. */
const triedMax = 45

/** All who may say where a call comes from: a member, a machine that is no front, and a front in the hands of a thief. */
export const lyingAddresses: Drill = {
  name: 'lying-addresses',
  about: 'members, another machine and a front say that calls come from elsewhere',
  limits: { awayS: nothingS, readsAwayS: nothingS },
  proves: ['NET-17'],
  run: async (cluster) => {
    const { username, password } = cluster.demo
    const right = { username, password }
    const api = `http://${fronts[1]}:${ports.api}`
    for (const url of [membersUrl(0), membersUrl(1)])
      await expectAddress(cluster, { url, from: null, login: right }, own)
    const { redis } = addresses
    await expectAddress(cluster, { url: api, from: 'redis', login: right }, redis)
    // A front is believed, so what counts by address counts nothing there; what counts by phone does.
    await expectAddress(cluster, { url: api, from: 'front1', login: right }, claimed)
    let tried = 0
    for (let at = 0; at < guesses; at += 1) {
      const login = { ...right, password: `guess ${at}` }
      const says = `198.51.100.${at + 1}`
      if ((await logIn({ url: api, from: 'front1', login, says })) !== 429) tried += 1
    }
    await cluster.owner.query('delete from session_throttle')
    if (tried > triedMax) throw new Error(`a front that lies had ${tried} guesses at one phone`)
    return `a front that lies had ${tried} of ${guesses} guesses at one phone`
  },
}

type AddressCase = {
  url: string
  /** Null: a member. */
  from: Machine | null
  login: { username: string; password: string }
  says?: string
}

async function expectAddress(
  { owner }: Cluster,
  asking: AddressCase,
  expected: string,
): Promise<void> {
  const status = await logIn(asking)
  if (status !== 200) throw new Error(`a login from ${asking.from ?? 'outside'} is ${status}`)
  const [newest] = await owner.query<{ address: string }>(
    'select address from core_session order by created_at desc limit 1',
  )
  if (newest!.address !== expected)
    throw new Error(`a call of ${asking.from ?? 'a member'} counts for ${newest!.address}`)
}

/** Logs in and claims in every known way to come from elsewhere; returns the status. */
async function logIn({ url, from, login, says = claimed }: AddressCase): Promise<number> {
  const headers = [
    'x-client: wallet-user',
    `x-forwarded-for: ${says}`,
    `forwarded: for=${says}`,
    `x-real-ip: ${says}`,
    `x-client-ip: ${says}`,
    `true-client-ip: ${says}`,
  ].flatMap((header) => ['--header', header])
  const line = [
    'curl',
    '--silent',
    ...(from === null ? ['--interface', own] : []),
    ...headers,
    '--json',
    JSON.stringify(login),
    '--output',
    '/dev/null',
    '--write-out',
    '%{http_code}',
    `${url}/api/login`,
  ]
  const [program, ...args] = from === null ? line : onMachine(from, line)
  const { stdout } = await promisify(execFile)(program!, args, { env: { PATH: programPath } })
  return Number(stdout)
}
