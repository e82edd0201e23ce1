import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { findPayer, insertPayer } from '#channels/qrcodes/payments/payer-store.ts'
import { openStatements } from '#outside/bank/client.ts'
import { openDoorFigures } from '#outside/door-figures.ts'
import { openGames } from '#outside/games/open.ts'
import { openGateways } from '#outside/gateways/open.ts'
import { openGiftLink } from '#outside/giftlink/client.ts'
import { openPayouts } from '#outside/payout/open.ts'
import { openSlipService } from '#outside/slips/client.ts'
import { openSms } from '#outside/sms/client.ts'
import type { Config } from '#context/config.ts'
import type { Outside } from '#context/outside.ts'

type OutsideContext = { config: Config; db: Queryable; clock: Clock }

let isOpen = false

/**
 * The clients of all outside systems, opened once for a process and handed to everything that asks: so each door of a
 * system has one breaker and one set of slots, a system has one login, and the metrics show those. A second call throws.
 */
export function openOutside(context: OutsideContext): Outside {
  if (isOpen) throw new Error('the outside systems are open already in this process')
  isOpen = true
  return openClients(context)
}

/** For tests and benches, which hold several processes of ours in one, and for lists of calls, which send nothing. */
export function openClients({ config, db, clock }: OutsideContext): Outside {
  const figures = openDoorFigures()
  const around = { clock, figures }
  const { sandboxUrl } = config
  return {
    sms: openSms(config.sms, around),
    statements: openStatements(config.bank, around),
    slipService: openSlipService(config.slips, around),
    giftWallet: openGiftLink({ address: config.giftLinks.address, ...around }),
    payouts: openPayouts({ sandboxUrl, accounts: config.payouts, ...around }),
    gateways: openGateways({
      sandboxUrl,
      accounts: config.gateways,
      payersAt: (code) => ({
        find: (about) => findPayer(db, code, sha256(about)),
        keep: (about, name) => insertPayer(db, code, { about: sha256(about), name }),
      }),
      ...around,
    }),
    games: openGames({
      sandboxUrl,
      sandboxPublicUrl: config.sandboxPublicUrl,
      agents: config.games.agents,
      variant: config.variant,
      ...around,
    }),
    registerFigures: figures.registerOn,
    lastAnswer: figures.lastAnswer,
  }
}
