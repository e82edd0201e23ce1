import type { Queryable } from '#core/db/db.ts'
import type { Uploads } from '#core/uploads/uploads.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { Arrival } from '#outside/arrival.ts'
import { smsLateMs } from '#outside/bank/sms.ts'
import type { ContextWith, Capability, OnDb } from '#context/app-context.ts'
import { hourMs } from '#core/clock.ts'
import type { CheckDeps } from './check-deps.ts'
import { checkSlip } from './check.ts'
import { openCheckQueue } from './checking/checks.ts'
import { isInBooks, notifyEnded, pay, slipArrivalOf, type BooksDeps, type PayDeps } from './pay.ts'
import { slipRoutes, type SlipRouteDeps } from './routes.ts'
import { forgetOldPictures } from './show.ts'
import { findPictureOwner } from './store.ts'

type Uses = Pick<PayDeps, 'settle' | 'setOtherPayer'> &
  Pick<BooksDeps, 'listArrived'> &
  Pick<SlipRouteDeps, 'bonusHeld' | 'isClosedAt'> & {
    uploads: Uploads
    findMember: CheckDeps['findMember'] & SlipRouteDeps['findMember']
    findPaidBefore: OnDb<CheckDeps['findPaidBefore']>
    findPayers: OnDb<CheckDeps['findPayers']>
    findUnplaced: (
      on: Queryable,
      arrival: Arrival,
      house: bigint,
    ) => ReturnType<CheckDeps['findUnplaced']>
  }

type SlipContext = ContextWith<
  'db' | 'clock' | 'ids' | 'log' | 'outside' | 'push' | 'readSettings' | 'failpoint'
>

const lookEveryMs = 2_000

/** Pictures of bank slips: received, read, verified with the bank, and settled as deposits. */
export function openSlips(context: SlipContext, uses: Uses): Capability {
  const { db, clock, log, readSettings } = context
  const { uploads } = uses
  const folder = uploads.openFolder('slips')
  const checking = checkDeps(context, uses, folder)
  const looks = openCheckQueue({ db, clock, log, look: (id) => checkSlip(checking, id) })
  return {
    registerCalls: (api) =>
      slipRoutes(api, {
        ...context,
        ...uses,
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

function checkDeps(context: SlipContext, uses: Uses, folder: CheckDeps['folder']): CheckDeps {
  const { db, outside, readSettings } = context
  const paying: PayDeps = { ...context, ...uses, smsLateMs }
  return {
    ...context,
    folder,
    pictures: uses.uploads.pictures,
    service: outside.slipService,
    listHouseAccounts: async () => (await readSettings())['deposit.accounts'],
    findMember: uses.findMember,
    findPaidBefore: (members, from) => uses.findPaidBefore(db, members, from),
    findPayers: (wanted) => uses.findPayers(db, wanted),
    findUnplaced: async (money) => {
      const { party } = money.arrival
      const house = await accountBook(db).house('bank', party, money.money.currency)
      return uses.findUnplaced(db, slipArrivalOf(money, smsLateMs), house.id)
    },
    pay: (money) => pay(paying, money),
    isInBooks: (transfer) => isInBooks({ ...uses, db }, transfer),
    notifyEnded: ({ id, memberId }, status) => void notifyEnded(context, { id, memberId, status }),
  }
}
