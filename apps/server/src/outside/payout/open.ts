import type { PayoutAccount, PayoutAccounts } from '#core/accounts/payouts.ts'
import type { Clock } from '#core/clock.ts'
import { openDoor } from '../door.ts'
import { openBank } from './bank.ts'
import type { ClientOptions, PayoutClient } from './client.ts'
import { openPayonexPayouts } from './payonex.ts'

const openers: Record<PayoutAccount['family'], (options: ClientOptions) => PayoutClient> = {
  bank: openBank,
  payonex: openPayonexPayouts,
}

const payTimeoutMs = 12_000
const askTimeoutMs = 5_000
const atOnceMax = 8

export type Payouts = {
  channels: readonly string[]
  find: (channel: string) => PayoutClient | null
}

/** One client for each channel, and so a bulkhead and a breaker of its own; asking is not stopped by what stops paying. */
export function openPayouts({
  sandboxUrl,
  accounts,
  clock,
}: {
  sandboxUrl: string | null
  accounts: PayoutAccounts
  clock: Clock
}): Payouts {
  const known = sandboxUrl ? sandboxAccounts(sandboxUrl) : accounts
  const clients = new Map(
    Object.entries(known).map(([channel, account]) => [
      channel,
      openers[account.family]({
        account,
        clock,
        payDoor: openDoor({ clock, timeoutMs: payTimeoutMs, atOnceMax }),
        askDoor: openDoor({ clock, timeoutMs: askTimeoutMs, atOnceMax }),
      }),
    ]),
  )
  return { channels: [...clients.keys()], find: (channel) => clients.get(channel) ?? null }
}

/** These open nothing anywhere else. */
function sandboxAccounts(sandboxUrl: string): PayoutAccounts {
  const [id, key] = ['sandbox-payer', 'sandbox-payout-key']
  return {
    BANK: { family: 'bank', address: sandboxUrl, id, key },
    PAYONEX: { family: 'payonex', address: `${sandboxUrl}/payout/payonex`, id, key },
  }
}
