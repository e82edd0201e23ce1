import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { openDb } from '../../../apps/server/src/core/db/db.ts'
import { answerOfError } from '../../../apps/server/src/core/calls/fault.ts'
import { appRole } from '../../../apps/server/src/core/db/migrate.ts'
import { openInstantTransfers } from '../../../apps/server/src/testing/doubles/instant-transfers.ts'
import { games } from '../stage.ts'
import type { Answer, Call, NumberedCall } from './calls.ts'

/** A process that begins and ends transfers for its parent, until it is killed. */
const db = openDb({
  url: process.argv[2]!,
  role: appRole,
  connectionsMax: 8,
  applicationName: 'kapao killed',
})
const transfers = openInstantTransfers({ db, clock: systemClock }, games)

process.on('message', ({ n, call }: NumberedCall) => {
  void run(call).then(
    (id) => answer({ n, id }),
    (error: unknown) => answer({ n, fault: String(error), status: answerOfError(error).status }),
  )
})
// The parent is gone and cannot kill this process any more.
process.once('disconnect', () => process.exit(0))
answer({ n: 0, id: 'ready' })

async function run(call: Call): Promise<string> {
  if (call.what === 'end') {
    const { id, memberId, done } = call
    await transfers.end({ id, memberId, done, why: '' })
    return id
  }
  const { memberId, key, wanted } = call
  return (await transfers.begin({ memberId, key, requestId: 'kill' }, wanted)).id
}

function answer(message: Answer): void {
  process.send?.(message)
}
