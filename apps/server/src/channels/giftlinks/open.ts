import type { GiftLinkKey } from '@kapao/contract/lookup'
import { dayMs } from '@kapao/contract/times'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { openKeys } from './keys.ts'
import { recover } from './recover.ts'
import type { GiftDeps } from './redeem.ts'
import { giftLinkRoutes } from './routes.ts'
import { findGiftOutcome } from './begin.ts'
import { dueLinks } from './store.ts'

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
  { settle }: Pick<GiftDeps, 'settle'>,
): Giftlinks {
  const { config, outside, readSettings } = context
  const { sealKey } = config.giftLinks
  const keys = sealKey && openKeys({ ...context, sealKey })
  const deps: GiftDeps = {
    ...context,
    settle,
    client: outside.giftWallet,
  }
  return {
    registerCalls: (api) => giftLinkRoutes(api, { ...deps, readSettings, keys }),
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
