import { systemClock } from '../../apps/server/src/core/clock.ts'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { answerOfError } from '../../apps/server/src/core/calls/fault.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { appRole } from '../../apps/server/src/core/db/migrate.ts'
import { accountBook } from '../../apps/server/src/ledger/accounts.ts'
import { rehearsal } from '../../apps/server/src/modules/rehearsal/service.ts'
import type { Answer, Call, Numbered } from './calls.ts'

/** A process that serves the reference operation to its parent, until it is killed. */
const db = openDb({
  url: process.argv[2]!,
  role: appRole,
  connectionsMax: 8,
  applicationName: 'kapao killed',
})
const service = rehearsal({ db, clock: systemClock, ids: systemIds, accounts: accountBook(db) })

process.on('message', ({ n, call }: Numbered) => {
  void run(call).then(
    (id) => answer({ n, id }),
    (error: unknown) => answer({ n, fault: String(error), status: answerOfError(error).status }),
  )
})
// Whoever started it is gone: nobody will kill it any more.
process.once('disconnect', () => process.exit(0))
answer({ n: 0, id: 'ready' })

async function run(call: Call): Promise<string> {
  if (call.what === 'end') {
    await service.end(call)
    return call.id
  }
  const { memberId, key, amount } = call
  const wanted = { from: 'pg', to: 'betflix', amount }
  return (await service.begin({ memberId, key, requestId: 'kill' }, wanted)).id
}

function answer(message: Answer): void {
  process.send?.(message)
}
