import type { Mutant } from '../../mutant.ts'
import { table } from '../../table.ts'

const gate = ['apps/server/src/core/db/functions/apply-functions.test.ts']

/** Functions of the database that differ from those of their files. */
export const functionMutants: readonly Mutant[] = table(gate, [
  [
    'functions: what no file defines any more stays',
    'core/db/functions/apply-functions',
    'for (const one of gone.toSorted(functionsLast)) await dropObject(ask, one)',
    'void dropObject',
  ],
  [
    'functions: a right is never taken back',
    'core/db/functions/apply-functions',
    'await resetRights(ask, names)',
    'void resetRights',
  ],
  [
    'functions: nobody reads a new body',
    'core/db/functions/apply-functions',
    'await validateFunction(ask, name).catch(',
    'await Promise.resolve(validateFunction).catch(',
  ],
  [
    'functions: what is refused is kept',
    'core/db/functions/apply-functions',
    `await ask('rollback')`,
    `await ask('commit')`,
  ],
  [
    'functions: a second signature is let in',
    'core/db/functions/apply-functions',
    'if (signatures > 1)',
    'if (signatures > 2)',
  ],
  [
    'functions: what was changed by hand is not put back',
    'core/db/functions/apply-functions',
    'return known?.checksum === checksum && known.digest === digests.get(name)',
    'return known?.checksum === checksum',
  ],
  [
    'functions: a disabled trigger counts as it was',
    'core/db/functions/functions-store',
    'md5(pg_get_triggerdef(t.oid) || t.tgenabled::text)',
    'md5(pg_get_triggerdef(t.oid))',
  ],
  [
    'functions: whose rights one has does not count',
    'core/db/functions/functions-store',
    'p.prosrc, p.proowner = o.relowner,',
    'p.prosrc,',
  ],
  [
    'functions: a server starts on those that it has never seen',
    'core/db/database-check',
    'inForce !== own && !earlier.includes(own)',
    'inForce === undefined',
  ],
  [
    'functions: a server starts on those that were changed by hand',
    'core/db/database-check',
    'if (changed.length === 0) return null',
    'if (changed.length >= 0) return null',
  ],
  [
    'functions: two that migrate at once take no turns',
    'core/db/migrate',
    `await client.query('select pg_advisory_lock($1)', [migrationsLock])`,
    'void migrationsLock',
  ],
])
