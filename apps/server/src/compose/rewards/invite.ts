import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { bangkokDayStart, bangkokWeekStart, type Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db.ts'
import type { Job } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import { Refused } from '#core/refuse.ts'
import type { Api } from '#core/route.ts'
import {
  findMember,
  hasInvited,
  listInvited,
  listInvitees,
  listMembers,
} from '#modules/account/store.ts'
import { accrueInvites, type AccrueDeps } from '#modules/invite/accrue.ts'
import { receiveRoute } from '#modules/invite/receive.ts'
import { inviteRoutes } from '#modules/invite/routes.ts'
import { findReceiptByKey } from '#modules/invite/store.ts'
import { listHeldFriends } from '#modules/items/store.ts'
import type { FindOperation } from '#modules/outcome/service.ts'
import type { Settings } from '#settings/registry.ts'
import { give, type GiveAround } from './give.ts'
import type { RewardWatch } from './watch/watch.ts'

export type InviteAround = GiveAround & {
  watch: Pick<RewardWatch, 'look' | 'isHeld' | 'noteLinked'>
  log: Pick<Log, 'error'>
  readSettings: () => Promise<Settings>
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
}

const accrueEveryMs = 10 * 60_000
/** So long after its end a period is counted: what was begun before midnight is booked by then. */
const settleMs = 10 * 60_000

/** What members earn by the play of those they invited. */
export function composeInvite(around: InviteAround): {
  registerCalls: (api: Api) => void
  operations: FindOperation[]
  jobs: Job[]
} {
  const { db, readSettings } = around
  return {
    registerCalls: (api) =>
      inviteRoutes(api, {
        db,
        give: (caller, gift) => give(around, caller, gift),
        bonusHeld: around.bonusHeld,
        isHeld: around.watch.isHeld,
        listHeldFriends,
        hasInvited,
        listInvitees,
        loadMember: (memberId) => loadMember(db, memberId),
        readTerms: async () => {
          const settings = await readSettings()
          return {
            isActive: settings['invite.active'],
            success: settings['invite.success'],
            fail: settings['invite.fail'],
            turnover: settings['invite.turnover'],
          }
        },
        readBanners: async (language) => (await readSettings())[`invite.banners.${language}`],
      }),
    operations: [findInviteOutcome],
    jobs: [
      {
        name: 'invite.accrue',
        everyMs: accrueEveryMs,
        run: async () => void (await accrueInvites(accrueDeps(around), await endOf(around))),
      },
    ],
  }
}

/** The end of the last period that is over. */
async function endOf({ clock, readSettings }: Pick<InviteAround, 'clock' | 'readSettings'>) {
  const over = new Date(clock.now().getTime() - settleMs)
  const isByDay = (await readSettings())['invite.period'] === 'day'
  return isByDay ? bangkokDayStart(over) : bangkokWeekStart(over)
}

/** What play is counted with, for the worker and for operators. */
export function accrueDeps(around: {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  readSettings: () => Promise<Settings>
  watch: Pick<RewardWatch, 'noteLinked'>
}): AccrueDeps {
  return {
    db: around.db,
    clock: around.clock,
    log: around.log,
    listInvited,
    listMembers,
    readRate: async () => {
      const settings = await around.readSettings()
      const maxIn = (currency: WalletCurrency) =>
        moneyFromText(settings[`invite.inviteeMax.${currency}`], currency)!.amount
      return {
        isActive: settings['invite.active'],
        percent: settings['invite.rate'],
        inviteeMax: { BAHT: maxIn('BAHT'), LAK: maxIn('LAK') },
      }
    },
    noteLinked: around.watch.noteLinked,
  }
}

export async function loadMember(on: Queryable, memberId: string) {
  const member = await findMember(on, memberId)
  if (!member) throw new Refused('NO_USER')
  return member
}

async function findInviteOutcome(tx: Tx, memberId: string, key: string) {
  const found = await findReceiptByKey(tx, memberId, key)
  return found
    ? { state: 'done' as const, route: receiveRoute, code: 'SUCCESS' as const }
    : undefined
}
