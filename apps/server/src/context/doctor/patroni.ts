import { readDatabaseAddress } from '#core/db/database-store.ts'
import type { Db } from '#core/db/db.ts'
import type { Grade } from './findings.ts'

/** An older one has no commit by quorum, and before 3.0.3 a machine that was cut off led again with old books. */
const majorMin = 4
const patroniPort = 8008
const patienceMs = 2_000

type Machine = { name: string; version: string | null }

/** Of every database machine that the primary's Patroni knows; a database elsewhere has none that could be asked. */
export async function checkPatroni({ db }: { db: Db }): Promise<[Grade, string]> {
  const address = await readDatabaseAddress(db)
  return judgePatroni(address === null ? null : `https://${address}:${patroniPort}`)
}

export async function judgePatroni(url: string | null): Promise<[Grade, string]> {
  const members = url === null ? null : await listMembers(`${url}/cluster`)
  if (members === null) return ['fine', 'no Patroni at the machine of the database can be asked']
  const machines = await Promise.all(members.map(readMachine))
  const old = machines.filter(({ version }) => version !== null && parseInt(version, 10) < majorMin)
  if (old.length > 0)
    return [
      'must',
      `Patroni of ${namesOf(old, ({ name, version }) => `${name} is ${version}`)}: before 4.0 a machine that was cut off may lead again with old books`,
    ]
  const silent = machines.filter(({ version }) => version === null)
  if (silent.length > 0)
    return ['should', `Patroni of ${namesOf(silent, ({ name }) => name)} does not answer`]
  return ['fine', `Patroni of ${machines.length} database machines is new enough`]
}

const namesOf = (machines: readonly Machine[], nameOf: (one: Machine) => string): string =>
  machines.map(nameOf).join(', ')

type Member = { name: string; api_url: string }

async function listMembers(url: string): Promise<Member[] | null> {
  const answer = (await ask(url)) as { members?: Member[] } | null
  return answer?.members ?? null
}

async function readMachine({ name, api_url: url }: Member): Promise<Machine> {
  const answer = (await ask(url)) as { patroni?: { version?: string } } | null
  return { name, version: answer?.patroni?.version ?? null }
}

/** A standby that is no use answers 503, and says all the same what it is. */
function ask(url: string): Promise<unknown> {
  return fetch(url, { signal: AbortSignal.timeout(patienceMs) }).then(
    (answer) => answer.json(),
    () => null,
  )
}
