import type { Queryable } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import type { OpenWork } from '#core/jobs/sweep/open-work.ts'
import { findMember } from '#records/account/store.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { GameSetting } from '#outside/games/family.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { passwordBox } from './password-box.ts'
import { readGames } from './players.ts'
import { openRenewing, type Renewals } from './renew.ts'
import { dueRenewals, placeOf } from './renewal-store.ts'
import { gameRoutes } from './routes.ts'

export type OpenGames = Capability & {
  /** Replaces a member's passwords that must be, in the background; never throws. A job does the rest. */
  renewPasswords: (memberId: string) => void
}

/** Members' accounts at game providers, and their passwords there. */
export function openGames(
  context: ContextWith<
    'db' | 'outside' | 'readSettings' | 'clock' | 'ids' | 'log' | 'failpoint',
    'games'
  >,
): OpenGames {
  const { config, db, outside } = context
  const clients = outside.games
  const { credentialKey } = config.games
  const renewDeps = {
    ...context,
    readGames: () => readGames(context),
    findClient: (game: GameSetting) => clients.find(game),
    box: credentialKey && passwordBox(credentialKey),
  }
  const renewing = openRenewing(renewDeps)
  const accounts = accountBook(db)
  return {
    renewPasswords: (memberId) => {
      void renewing.renewAllOf(memberId).catch((error: unknown) => {
        context.log.warn({ err: error }, "a member's game passwords could not be replaced at once")
      })
    },
    openWork: [renewalWork(db, renewing)],
    registerCalls: (api) =>
      gameRoutes(api, {
        ...renewDeps,
        renewing,
        mayLaunch: (game, link) => clients.mayLaunch(game, link),
        currencyOf: async (on, memberId) => {
          const member = await findMember(on, memberId)
          if (!member) throw new Refused('NO_USER')
          return member.currency
        },
        openLedgerAccount: async (tx, { memberId, game, currency }) => {
          await accounts.open(tx, [{ owner: memberId, kind: 'game', party: game, currency }])
        },
      }),
  }
}

function renewalWork(db: Queryable, { renewDue }: Renewals): OpenWork {
  return {
    name: 'game passwords',
    job: 'games.renewPasswords',
    everyMs: 5_000,
    atOnceEach: 2,
    findDue: (wanted) => dueRenewals.find(db, wanted),
    countDue: (at) => dueRenewals.count(db, at),
    finish: async ({ id }) => {
      await renewDue(placeOf(id))
    },
  }
}
