import type { GiftLinkKey } from '@kapao/contract/lookup'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db, Queryable } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Job } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import type { Api } from '#core/route.ts'
import type { OpenWork } from '#core/sweep/open-work.ts'
import type { Settle } from '#outside/arrival.ts'
import { openGiftLink } from '#outside/giftlink/client.ts'
import { findMember } from '#modules/account/store.ts'
import { openKeys } from '#modules/giftlinks/keys.ts'
import { recover } from '#modules/giftlinks/recover.ts'
import type { GiftDeps } from '#modules/giftlinks/redeem.ts'
import { giftLinkRoutes } from '#modules/giftlinks/routes.ts'
import { findGiftOutcome } from '#modules/giftlinks/service.ts'
import { dueLinks } from '#modules/giftlinks/store.ts'
import type { FindOperation } from '#modules/outcome/service.ts'
import type { Settings } from '#settings/registry.ts'
import { lockMember } from '#modules/statement/store.ts'
import { failpointOf } from './games.ts'

export type GiftlinksAround = {
  config: Pick<Config, 'giftLinks' | 'failpoint'>
  db: Db
  clock: Clock
  ids: Ids
  log: Pick<Log, 'warn' | 'error'>
  readSettings: () => Promise<Settings>
  settle: Settle
  bonusHeld: (on: Queryable, memberId: string) => Promise<boolean>
  /** When the wallet is asked again while the member waits; tests wait less. */
  askAgainAfterMs?: readonly number[]
}

export type ComposedGiftlinks = {
  registerCalls: (api: Api) => void
  /** The public key that the page seals links for; null while no wallet could receive any. */
  readKey: () => Promise<GiftLinkKey | null>
  operations: FindOperation[]
  openWork: OpenWork[]
  jobs: Job[]
}

const dayMs = 24 * 60 * 60_000

/** Gift links of digital wallets, from the sealed text to the deposit. */
export function composeGiftlinks(around: GiftlinksAround): ComposedGiftlinks {
  const { config, clock, readSettings } = around
  const { sealKey, address } = config.giftLinks
  const keys = sealKey && openKeys({ ...around, sealKey })
  const deps: GiftDeps = {
    ...around,
    client: openGiftLink({ address, clock }),
    findMember,
    findWallet: async (account, currency) => {
      const wallets = (await readSettings())['deposit.wallets']
      const found = wallets.find(
        (one) => one.walletAccountName === account && one.currency === currency,
      )
      // These wallets hold baht, whatever else is set.
      return found?.mobile && currency === 'BAHT' ? { mobile: found.mobile } : null
    },
    lockMember,
    passStep: failpointOf(config.failpoint),
  }
  return {
    registerCalls: (api) => giftLinkRoutes(api, { ...deps, keys }),
    readKey: async () => {
      const wallets = (await readSettings())['deposit.wallets']
      return keys && wallets.some(({ mobile }) => mobile) ? keys.current() : null
    },
    operations: [findGiftOutcome],
    openWork: [giftWork(deps)],
    jobs: keys ? [{ name: 'giftlinks.rotateKeys', everyMs: dayMs, run: keys.rotate }] : [],
  }
}

/** Links that a dead process or a lost answer left open. */
function giftWork(deps: GiftDeps): OpenWork {
  return {
    name: 'giftlinks',
    job: 'giftlinks.sweep',
    everyMs: 5_000,
    atOnceEach: 4,
    findDue: (wanted) => dueLinks.find(deps.db, wanted),
    countDue: (at) => dueLinks.count(deps.db, at),
    finish: (open) => recover(deps, open),
  }
}
