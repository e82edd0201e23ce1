import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '#core/audit/audit-store.ts'
import { systemClock } from '#core/clock.ts'
import { ConfigInvalid, examineConfig, type Config } from '#context/config.ts'
import { openOutside } from '../system/outside.ts'
import { openDb, type Db } from '#core/db/db.ts'
import { openReads, type Reads } from '#core/db/reads/reads.ts'
import { systemIds } from '#core/ids.ts'
import { appRole } from '#core/db/migrate.ts'
import { openFinding } from '#entry/sign-in/sessions.ts'
import { identifyOperator } from '#records/operators/operators.ts'
import type { Command, CliContext, CommandInput, Typist } from './command.ts'
import { findSessionFile, readSession } from './remote/session-file.ts'
import { refuseCommand } from './terminal/fault.ts'
import { findTokenFile, readToken, tokenFileOf } from './terminal/token-file.ts'

const repository = join(import.meta.dirname, '../../../..')

export function openCliContext(
  { looksAtSettings = false }: Command,
  typed: CommandInput,
): Omit<CliContext, 'actor'> & Typist {
  const { config, problems } = examineConfigOfRepository()
  if (problems.length > 0 && !looksAtSettings) throw new ConfigInvalid(problems)
  const db = openDb({
    url: config.databaseUrl,
    role: appRole,
    connectionsMax: 3,
    applicationName: 'kapao command line',
    ...(config.production && { onMisuse: (error) => process.stderr.write(`${error.stack}\n`) }),
  })
  const as = typed.text('as')
  const tokenActor = async (): Promise<Actor | null> => {
    // Most operators have no token, and are named by their session.
    if (as !== null && !existsSync(tokenFileOf(as))) return null
    const named = typed.text('token-file') ?? (as ? tokenFileOf(as) : config.tokenFile)
    const file = await findTokenFile(named)
    return file ? identifyOperator(db, await readToken(file)) : null
  }
  return {
    db,
    reads: openReadsOf(config, db),
    clock: systemClock,
    ids: systemIds,
    requestId: systemIds.key(),
    config,
    outside: openOutside({ config, db, clock: systemClock }),
    problems,
    tokenFileOf,
    tokenActor,
    sessionActor: () => actorOfSession(db, as),
  }
}

/** A terminal's session proves who somebody is here, too: it is read in the database, since no console may be there. */
async function actorOfSession(db: Db, as: string | null): Promise<Actor | null> {
  const file = await findSessionFile(as).catch(() => null)
  if (file === null || !existsSync(file)) return null
  const find = openFinding({ db, clock: systemClock })
  const found = await find((await readSession(file)).token, 'bearer')
  if (typeof found === 'string') refuseCommand('The session of this terminal has ended.')
  return found.way === 'terminal' ? found.actor : refuseCommand('A script may not do this.')
}

/** For reports and checks of the books. */
function openReadsOf(
  {
    databaseReadUrl: url,
    databaseReadAgeMaxMs: ageMaxMs,
    databaseReadOutageMaxMs: outageMaxMs,
  }: Config,
  primary: Db,
): Reads | undefined {
  if (url === null) return undefined
  const applicationName = 'kapao command line reads'
  const standby = openDb({
    url,
    role: appRole,
    connectionsMax: 2,
    applicationName,
    isReadOnly: true,
  })
  const log = { info: () => undefined, warn: () => undefined }
  return openReads({ primary, standby, ageMaxMs, outageMaxMs, log })
}

/** `npm start` always runs at the top of the repository, so a relative DATA_DIR is resolved from there. */
export function examineConfigOfRepository(): ReturnType<typeof examineConfig> {
  const here = process.cwd()
  process.chdir(repository)
  try {
    return examineConfig()
  } finally {
    process.chdir(here)
  }
}
