import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db, Queryable } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Job } from '#core/jobs.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/log.ts'
import type { Api } from '#core/route.ts'
import type { ServedFolder } from '#core/uploads/serve-files.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances } from '#ledger/read.ts'
import {
  bankOfParty,
  partyOf,
  transferReference,
  type Arrival,
  type Settle,
} from '#outside/arrival.ts'
import { smsLateMs } from '#outside/bank/sms.ts'
import { openSlipService } from '#outside/slips/client.ts'
import { findMember, findPayers } from '#modules/account/store.ts'
import { findUnplaced, setOtherPayer } from '#modules/deposits/sighting-store.ts'
import { listArrived } from '#modules/deposits/booked-store.ts'
import { isClosedAt } from '#modules/lookup/closing-time.ts'
import type { Settings } from '#settings/registry.ts'
import { checkSlip } from '#modules/slips/check.ts'
import type { CheckDeps, Named, Paid, SlipMoney } from '#modules/slips/check-deps.ts'
import { slipRoutes } from '#modules/slips/routes.ts'
import { forgetOldPictures } from '#modules/slips/show.ts'
import { openLooks } from '#modules/slips/looking/looks.ts'
import { findPictureOwner } from '#modules/slips/store.ts'
import { failpointOf } from '../games.ts'
import type { Uploads } from './uploads.ts'

export type SlipsAround = {
  config: Pick<Config, 'slips' | 'failpoint'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'info' | 'warn' | 'error'>
  push: PushTo
  uploads: Uploads
  readSettings: () => Promise<Settings>
  settle: Settle
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
}

export type ComposedSlips = {
  registerCalls: (api: Api) => void
  jobs: Job[]
  folders: ServedFolder[]
}

const lookEveryMs = 2_000
const hourMs = 60 * 60_000

/** Pictures of bank slips: taken in, read, checked with the bank, and handed to the deposits as money that has come. */
export function composeSlips(around: SlipsAround): ComposedSlips {
  const { config, db, clock, log, readSettings, uploads } = around
  const { links, pictures } = uploads
  const folder = uploads.openFolder('slips')
  const passStep = failpointOf(config.failpoint)
  const checking: CheckDeps = {
    ...around,
    folder,
    pictures,
    service: openSlipService(config.slips, clock),
    listHouseAccounts: async () => (await readSettings())['deposit.accounts'],
    findMember,
    findPayers: (wanted) => findPayers(db, wanted),
    findUnplaced: async (money) => {
      const house = await accountBook(db).house('bank', money.arrival.party, money.money.currency)
      return findUnplaced(db, arrivalOf(money), house.id)
    },
    pay: (money) => pay(around, money),
    partyOf,
    isInBooks: (transfer) => isInBooks(db, transfer),
    tellRefused: ({ id, memberId }) => void tellRefused(around, { id, memberId }),
    passStep,
  }
  const look = (id: string): Promise<void> =>
    checkSlip(checking, id).catch((error: unknown) => {
      log.error({ slip: id, err: error }, 'a slip could not be looked at')
    })
  const looks = openLooks({ db, clock, log, look })
  return {
    registerCalls: (api) =>
      slipRoutes(api, {
        ...around,
        folder,
        links,
        isClosedAt,
        findMember,
        passStep,
        lookSoon: (id, memberId) => void looks.soon({ id, memberId }),
      }),
    jobs: [
      {
        name: 'slips.check',
        everyMs: lookEveryMs,
        run: looks.takeDue,
      },
      {
        name: 'slips.forgetOld',
        everyMs: hourMs,
        run: () => forgetOldPictures({ db, clock, folder, readSettings }),
      },
    ],
    folders: [{ folder, findOwner: (fileName) => findPictureOwner(db, fileName) }],
  }
}

/** I10: under the bank's own reference, so that the same transfer seen by the bank's feed or an SMS is taken in once. */
function arrivalOf(slip: SlipMoney): Arrival {
  const { party, paidAt, payer, from } = slip.arrival
  return {
    channel: 'slip',
    eventId: slip.slipId,
    references: [transferReference(slip.bank, slip.transRef)],
    house: { kind: 'bank', party },
    memberId: slip.hold === 'unknown-payer' ? null : slip.memberId,
    hold: slip.hold,
    money: slip.money,
    paidAt: new Date(paidAt),
    paidTo: new Date(Date.parse(paidAt) + smsLateMs(bankOfParty(party))),
    payer,
    compared: slip.compared,
    from,
    actor: 'system:slips',
    requestId: slip.slipId,
  }
}

async function pay({ db, log, settle }: SlipsAround, slip: SlipMoney): Promise<Paid> {
  const arrival = arrivalOf(slip)
  const settled = await settle(arrival)
  const isAnothers = settled.state === 'credited' && settled.memberId !== slip.memberId
  // Whoever shows it fits as well: who has paid is for a person to find out.
  if (isAnothers && slip.hold === null && (await setOtherPayer(db, arrival)))
    log.error({ deposit: settled.id }, 'another member shows a slip of a deposit, and fits it')
  return {
    // What was credited and taken back since is not credited by its slip either.
    state: settled.state === 'taken' ? 'returned' : settled.state,
    depositId: settled.id,
    memberId: settled.memberId,
    why: settled.why,
  }
}

const clocksApartMs = 10 * 60_000

/** By its own name, or by one without the bank that sent it. */
async function isInBooks(db: Db, { bank, transRef, party, money, at }: Named): Promise<boolean> {
  const house = await accountBook(db).house('bank', party, money.currency)
  const arrived = await listArrived(db, {
    house: house.id,
    from: new Date(at.getTime() - clocksApartMs),
    to: new Date(at.getTime() + clocksApartMs),
  })
  const names = [transferReference(bank, transRef), transferReference(null, transRef)]
  return arrived.some(
    ({ amount, references }) =>
      amount === money.amount && references.some((name) => names.includes(name)),
  )
}

/** The deposits tell of money; a slip that came to nothing is told by its own id. */
async function tellRefused(
  { db, push, log }: SlipsAround,
  { id, memberId }: { id: string; memberId: string },
): Promise<void> {
  try {
    const wallet = (await listBalances(db, memberId)).find(({ kind }) => kind === 'wallet')
    push(memberId, 'deposit', { _id: id, status: 'FAILED', seq: Number(wallet?.seq ?? 0n) })
  } catch (error) {
    log.warn({ err: error }, 'a member could not be told of a slip')
  }
}
