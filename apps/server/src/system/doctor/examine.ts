import { clocksApartMaxMs, type Clock } from '#core/clock.ts'
import type { Config } from '../config.ts'
import { refuseForeignFunctions } from '#core/db/database-check.ts'
import {
  findUnsafeSettings,
  isStandby,
  readConnectionsMax,
  readDatabaseTime,
} from '#core/db/database-store.ts'
import type { Db } from '#core/db/db.ts'
import { appRole, sqlOfThisVersion } from '#core/db/migrate.ts'
import { explainPooler, refusePooler } from '#core/db/pooler-check.ts'
import type { Ids } from '#core/ids.ts'
import { countOtherUploads, notShared } from '#core/uploads/shared/mark.ts'
import { findLacks, type Finding, type Grade } from './lacks.ts'

type Deps = { config: Config; db: Db; clock: Clock; ids: Ids; problems?: readonly string[] }
type Look = (deps: Deps) => Promise<[Grade, string]>

/** Everything that can be said of how this is set up; asks the database and changes nothing. */
export async function examine(deps: Deps): Promise<Finding[]> {
  const { config, problems = [] } = deps
  const wrong = problems.map((what): [Grade, string] => ['must', what])
  const mode: [Grade, string] = config.production
    ? ['fine', 'NODE_ENV is production']
    : ['should', 'NODE_ENV is not production: nothing of this is refused at a start']
  const looked = config.databaseUrl === '' ? [] : await lookAtDatabase(deps)
  const found = [...wrong, mode, ...looked]
  return [
    ...found.map(([grade, what]): Finding => ({ grade, process: 'every', what })),
    ...findLacks(config),
  ]
}

async function lookAtDatabase(deps: Deps): Promise<[Grade, string][]> {
  const reached = await tried(deps, reach)
  if (reached[0] === 'must') return [reached]
  const looks = [
    lookAtRole,
    lookAtSettings,
    lookAtFunctions,
    lookAtClock,
    lookAtRoom,
    lookAtUploads,
  ]
  const answers: [Grade, string][] = [reached]
  for (const look of looks) answers.push(await tried(deps, look))
  return answers
}

/** What cannot be looked at is said as that. */
async function tried(deps: Deps, look: Look): Promise<[Grade, string]> {
  try {
    return await look(deps)
  } catch (error) {
    const known = explainPooler(error)
    return ['must', known instanceof Error ? known.message : String(known)]
  }
}

const reach: Look = async ({ db, config: { databaseUrl: url } }) => {
  if (await isStandby(db))
    return ['should', 'the database is a standby: servers wait until it takes writes']
  await refusePooler(db, { url, role: appRole })
  return ['fine', 'the database answers, accepts writes and delivers notifications']
}

const lookAtRole: Look = async ({ config: { databaseOwnerUrl, databaseUrl } }) =>
  databaseOwnerUrl !== null && databaseOwnerUrl === databaseUrl
    ? ['should', 'DATABASE_URL is the login of the owner: give the servers one that owns nothing']
    : ['fine', `servers act as ${appRole}`]

const lookAtSettings: Look = async ({ db }) => {
  const unsafe = await findUnsafeSettings(db)
  return unsafe.length > 0
    ? ['must', `the database may forget what it has acknowledged: ${unsafe.join(', ')} must be on`]
    : ['fine', 'the database keeps what it has acknowledged']
}

const lookAtFunctions: Look = async ({ db }) => {
  await refuseForeignFunctions(db, sqlOfThisVersion.functions)
  return ['fine', 'the functions of the database are those of this version']
}

const lookAtClock: Look = async ({ db, clock }) => {
  const apartMs = Math.abs(clock.now().getTime() - (await readDatabaseTime(db)).getTime())
  return apartMs > clocksApartMaxMs
    ? [
        'must',
        `the clock here is ${Math.round(apartMs / 1000)} s from the database's: no job is begun`,
      ]
    : ['fine', "the clock here is the database's"]
}

/** Two servers and a worker, and an operator or two. */
const processesUsual = 3
const listenersEach = 4
const operatorsRoom = 10

const lookAtRoom: Look = async ({ db, config: { databaseConnections } }) => {
  const room = await readConnectionsMax(db)
  const wanted = processesUsual * (databaseConnections + listenersEach) + operatorsRoom
  return wanted > room
    ? [
        'should',
        `the database takes ${room} connections, and two servers and a worker may want ${wanted}: fewer DATABASE_CONNECTIONS, or a larger max_connections`,
      ]
    : ['fine', `the database takes ${room} connections, more than two servers and a worker want`]
}

const lookAtUploads: Look = async (deps) =>
  (await countOtherUploads({ ...deps, dataDir: deps.config.dataDir })) > 0
    ? ['must', notShared]
    : ['fine', 'no process has another folder of uploaded files']
