import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Functions of the database that differ from those of their files. */
export const functionMutants: readonly Mutant[] = [
  ...faultsIn('core/db/functions/apply-functions', 'core/db/functions/apply-functions', {
    'functions: what no file defines any more stays': [
      'for (const one of gone.toSorted(functionsLast)) await dropObject(ask, one)',
      'void dropObject',
    ],
    'functions: a right is never taken back': ['await resetRights(ask, names)', 'void resetRights'],
    'functions: nobody reads a new body': [
      'await validateFunction(ask, name).catch(',
      'await Promise.resolve(validateFunction).catch(',
    ],
    'functions: what is refused is kept': ["await ask('rollback')", "await ask('commit')"],
    'functions: a second signature is let in': ['if (signatures > 1)', 'if (signatures > 2)'],
    'functions: what was changed by hand is not put back': [
      'return known?.checksum === checksum && known.digest === digests.get(name)',
      'return known?.checksum === checksum',
    ],
  }),
  ...faultsIn('core/db/functions/functions-store', 'core/db/functions/apply-functions', {
    'functions: a disabled trigger counts as it was': [
      'md5(pg_get_triggerdef(t.oid) || t.tgenabled::text)',
      'md5(pg_get_triggerdef(t.oid))',
    ],
    'functions: whose rights one has does not count': [
      'p.prosrc, p.proowner = o.relowner,',
      'p.prosrc,',
    ],
  }),
  ...faultsIn('core/db/database-check', 'core/db/functions/apply-functions', {
    'functions: a server starts on those that it has never seen': [
      'inForce !== own && !earlier.includes(own)',
      'inForce === undefined',
    ],
    'functions: a server starts on those that were changed by hand': [
      'if (changed.length === 0) return null',
      'if (changed.length >= 0) return null',
    ],
  }),
  ...faultsIn('core/db/migrate', 'core/db/functions/apply-functions', {
    'functions: two that migrate at once take no turns': [
      "await client.query('select pg_advisory_lock($1)', [migrationsLock])",
      'void migrationsLock',
    ],
  }),
]
