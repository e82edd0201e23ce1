import type { GiftLinkKey } from '@kapao/contract/lookup'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { dayMs } from '#core/clock.ts'
import { openKeys } from './keys.ts'
import { recover } from './recover.ts'
import type { GiftDeps } from './redeem.ts'
import { giftLinkRoutes } from './routes.ts'
import { findGiftOutcome } from './begin.ts'
import { dueLinks } from './store.ts'

type Uses = Pick<GiftDeps, 'findMember' | 'lockMember' | 'bonusHeld' | 'settle'>

export type Giftlinks = Capability & {
  /** The public key that the page seals links for; null while no wallet can receive links. */
  readKey: () => Promise<GiftLinkKey | null>
}

/** Gift links of digital wallets, from the sealed text to the deposit. */
export function openGiftlinks(
  context: ContextWith<
    'db' | 'clock' | 'ids' | 'log' | 'outside' | 'readSettings' | 'failpoint' | 'askAgainAfterMs',
    'giftLinks'
  >,
  uses: Uses,
): Giftlinks {
  const { config, outside, readSettings } = context
  const { sealKey } = config.giftLinks
  const keys = sealKey && openKeys({ ...context, sealKey })
  const deps: GiftDeps = {
    ...context,
    ...uses,
    client: outside.giftWallet,
    findWallet: async (account, currency) => {
      const wallets = (await readSettings())['deposit.wallets']
      const found = wallets.find(
        (one) => one.walletAccountName === account && one.currency === currency,
      )
      // These wallets hold baht, whatever else is set.
      return found?.mobile && currency === 'BAHT' ? { mobile: found.mobile } : null
    },
  }
  return {
    registerCalls: (api) => giftLinkRoutes(api, { ...deps, keys }),
    readKey: async () => {
      const wallets = (await readSettings())['deposit.wallets']
      return keys && wallets.some(({ mobile }) => mobile) ? keys.current() : null
    },
    operations: [findGiftOutcome],
    openWork: [
      {
        name: 'giftlinks',
        job: 'giftlinks.sweep',
        everyMs: 5_000,
        atOnceEach: 4,
        findDue: (wanted) => dueLinks.find(deps.db, wanted),
        countDue: (at) => dueLinks.count(deps.db, at),
        finish: (due) => recover(deps, due),
      },
    ],
    jobs: keys ? [{ name: 'giftlinks.rotateKeys', everyMs: dayMs, run: keys.rotate }] : [],
  }
}
