import { clocksApartMaxMs, type Clock } from '#core/clock.ts'
import type { FindingCode } from '@kapao/contract/console/house-words'
import type { Config } from '#context/config.ts'
import { refuseForeignFunctions } from '#core/db/database-check.ts'
import {
  findUnsafeSettings,
  isStandby,
  readConnectionsMax,
  readDatabaseTime,
  seesWholeDatabase,
} from '#core/db/database-store.ts'
import type { Db } from '#core/db/db.ts'
import { appRole, sqlOfThisVersion } from '#core/db/migrate.ts'
import { explainPooler, refusePooler } from '#core/db/pooler-check.ts'
import type { Ids } from '#core/ids.ts'
import { openBucket } from '#core/buckets/bucket.ts'
import { folderPlace } from '#core/uploads/bucket/place.ts'
import { markPlaceOf } from '#core/uploads/shared/mark-place.ts'
import { countOtherUploads, notShared } from '#core/uploads/shared/mark.ts'
import { checkPatroni } from './patroni.ts'
import { findFindings, type Finding, type Grade } from './findings.ts'

type Deps = { config: Config; db: Db; clock: Clock; ids: Ids; problems?: readonly string[] }
type Check = (deps: Deps) => Promise<[Grade, string]>
type CodedFinding = [FindingCode, Grade, string]

/** Checks how this machine is set up: settings, database and folders. It changes nothing. */
export async function examine(deps: Deps): Promise<Finding[]> {
  const { config, problems = [] } = deps
  const wrong = problems.map((what): CodedFinding => ['settings', 'must', what])
  const mode: CodedFinding = config.production
    ? ['mode', 'fine', 'NODE_ENV is production or staging']
    : ['mode', 'should', 'NODE_ENV is not production: a start refuses none of this']
  const ofDatabase = config.databaseUrl === '' ? [] : await checkDatabase(deps)
  const found = [...wrong, mode, ...ofDatabase, await attempt(deps, ['bucket', checkBucket])]
  return [
    ...found.map(([code, grade, what]): Finding => ({ code, grade, process: 'every', what })),
    ...findFindings(config),
  ]
}

async function checkDatabase(deps: Deps): Promise<CodedFinding[]> {
  const reached = await attempt(deps, ['database', reach])
  if (reached[1] === 'must') return [reached]
  const checks: [FindingCode, Check][] = [
    ['role', checkRole],
    ['durability', checkSettings],
    ['functions', checkFunctions],
    ['databaseFigures', checkFigures],
    ['patroni', checkPatroni],
    ['clock', checkClock],
    ['connections', checkRoom],
    ['uploads', checkUploads],
  ]
  const answers: CodedFinding[] = [reached]
  for (const check of checks) answers.push(await attempt(deps, check))
  return answers
}

/** A check that fails is a finding. */
async function attempt(deps: Deps, [code, check]: [FindingCode, Check]): Promise<CodedFinding> {
  try {
    return [code, ...(await check(deps))]
  } catch (error) {
    const known = explainPooler(error)
    return [code, 'must', known instanceof Error ? known.message : String(known)]
  }
}

const reach: Check = async ({ db, config: { databaseUrl: url } }) => {
  if (await isStandby(db))
    return ['should', 'the database is a standby: servers wait until it takes writes']
  await refusePooler(db, { url, role: appRole })
  return ['fine', 'the database answers, accepts writes and delivers notifications']
}

const checkRole: Check = async ({ config: { databaseOwnerUrl, databaseUrl } }) =>
  databaseOwnerUrl !== null && databaseOwnerUrl === databaseUrl
    ? [
        'should',
        'DATABASE_URL uses the login of the owner: give the servers a login that owns nothing',
      ]
    : ['fine', `servers act as ${appRole}`]

const checkSettings: Check = async ({ db }) => {
  const unsafe = await findUnsafeSettings(db)
  return unsafe.length > 0
    ? ['must', `the database may lose acknowledged writes: ${unsafe.join(', ')} must be on`]
    : ['fine', 'the database keeps acknowledged writes']
}

const checkFunctions: Check = async ({ db }) => {
  await refuseForeignFunctions(db, sqlOfThisVersion.functions)
  return ['fine', 'the functions of the database are those of this version']
}

const checkFigures: Check = async ({ db }) =>
  (await seesWholeDatabase(db))
    ? ['fine', 'standbys and sessions of the database are among the metrics']
    : [
        'should',
        'no metric has the standbys and who blocks others: grant pg_read_all_stats to the owner of the tables',
      ]

const checkClock: Check = async ({ db, clock }) => {
  const apartMs = Math.abs(clock.now().getTime() - (await readDatabaseTime(db)).getTime())
  return apartMs > clocksApartMaxMs
    ? [
        'must',
        `the clock here is ${Math.round(apartMs / 1000)} s off the database's: no job starts`,
      ]
    : ['fine', "the clock here agrees with the database's"]
}

/** A usual system: two servers, two workers and two consoles (docs/production.md), and a few operators. */
const processesUsual = 6
const listenersEach = 4
const operatorsRoom = 10

const checkRoom: Check = async ({ db, config: { databaseConnections } }) => {
  const room = await readConnectionsMax(db)
  const wanted = processesUsual * (databaseConnections + listenersEach) + operatorsRoom
  return wanted > room
    ? [
        'should',
        `the database accepts ${room} connections, and two servers, two workers and two consoles may need ${wanted}: lower DATABASE_CONNECTIONS or raise max_connections`,
      ]
    : ['fine', `the database accepts ${room} connections, enough for two of each process`]
}

const checkUploads: Check = async (deps) =>
  (await countOtherUploads({ ...deps, place: markPlaceOf(deps.config) })) > 0
    ? ['must', notShared]
    : ['fine', 'no process keeps uploaded files elsewhere']

const checkBucket: Check = async ({ config: { uploadsBucket: address, dataDir } }) => {
  if (address === null)
    return ['fine', 'uploaded files lie in DATA_DIR/uploads, which all processes must share']
  const bucket = openBucket(address, { attemptsMax: 1 })
  const why = await bucket.ask().then(() => null, String)
  if (why !== null) return ['must', `the bucket of UPLOADS_S3 cannot be used: ${why}`]
  for await (const [first] of folderPlace(dataDir).list())
    if (first !== undefined)
      return [
        'should',
        'files lie in DATA_DIR/uploads that only this machine has: run `npx kapao uploads move --to bucket`',
      ]
  return ['fine', `uploaded files lie in ${bucket.name}, which answers`]
}
