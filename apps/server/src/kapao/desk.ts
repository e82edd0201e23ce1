import { join } from 'node:path'
import { systemClock } from '#core/clock.ts'
import { ConfigInvalid, examineConfig } from '#core/config.ts'
import { openDb } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { appRole } from '#core/db/migrate.ts'
import { identifyOperator } from '#modules/operators/operators.ts'
import type { Command, Desk, Typed } from './command.ts'
import { CommandFault, exitCodes } from './terminal/fault.ts'
import { tokenMissing } from './groups/operator.ts'
import { findTokenFile, readToken, tokenFileOf } from './terminal/token-file.ts'

const repository = join(import.meta.dirname, '../../../..')

export function openDesk({ looksAtSettings = false }: Command, typed: Typed): Desk {
  const { config, problems } = examineConfigOfRepository()
  if (problems.length > 0 && !looksAtSettings) throw new ConfigInvalid(problems)
  const db = openDb({
    url: config.databaseUrl,
    role: appRole,
    connectionsMax: 3,
    applicationName: 'kapao command line',
    ...(config.production && { onMisuse: (error) => process.stderr.write(`${error.stack}\n`) }),
  })
  const token = async (): Promise<string | null> => {
    const as = typed.text('as')
    const named = typed.text('token-file') ?? (as ? tokenFileOf(as) : config.tokenFile)
    const file = await findTokenFile(named)
    return file ? readToken(file) : null
  }
  return {
    db,
    ownerUrl: config.databaseOwnerUrl,
    clock: systemClock,
    ids: systemIds,
    requestId: systemIds.key(),
    config,
    problems,
    token,
    tokenFileOf,
    actor: async () => {
      const held = await token()
      if (!held) throw new CommandFault(exitCodes.refused, tokenMissing)
      return identifyOperator(db, held)
    },
  }
}

/** `npm start` always runs at the top of the repository, so a relative DATA_DIR is resolved from there. */
function examineConfigOfRepository(): ReturnType<typeof examineConfig> {
  const here = process.cwd()
  process.chdir(repository)
  try {
    return examineConfig()
  } finally {
    process.chdir(here)
  }
}
