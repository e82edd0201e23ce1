import { hourMs } from '@kapao/contract/times'
import type { Uploads } from '#core/uploads/uploads.ts'
import type { Settle } from '#outside/arrival.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { checkSlip } from './check.ts'
import { openCheckQueue } from './checking/checks.ts'
import { slipRoutes } from './routes.ts'
import { forgetOldPictures } from './show.ts'
import { findPictureOwner } from './store.ts'

type SlipContext = ContextWith<
  'db' | 'clock' | 'ids' | 'log' | 'outside' | 'push' | 'readSettings' | 'failpoint'
>

const lookEveryMs = 2_000

/** Pictures of bank slips: received, read, verified with the bank, and settled as deposits. */
export function openSlips(
  context: SlipContext,
  { uploads, settle }: { uploads: Uploads; settle: Settle },
): Capability {
  const { db, clock, log, outside, readSettings } = context
  const folder = uploads.openFolder('slips')
  const checking = {
    ...context,
    settle,
    folder,
    pictures: uploads.pictures,
    service: outside.slipService,
  }
  const looks = openCheckQueue({ db, clock, log, look: (id) => checkSlip(checking, id) })
  return {
    registerCalls: (api) =>
      slipRoutes(api, {
        ...context,
        folder,
        links: uploads.links,
        lookSoon: (id, memberId) => void looks.soon({ id, memberId }),
      }),
    jobs: [
      { name: 'slips.check', everyMs: lookEveryMs, run: looks.takeDue },
      {
        name: 'slips.forgetOld',
        everyMs: hourMs,
        run: () => forgetOldPictures({ db, clock, folder, readSettings }),
      },
    ],
    folders: [{ folder, findOwner: (fileName) => findPictureOwner(db, fileName) }],
  }
}
