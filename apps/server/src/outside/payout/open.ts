import type { PayoutAccount, PayoutAccounts } from './account.ts'
import { openOutboundDoors, type DoorContext, type DoorLimits } from '../door.ts'
import { openBank } from './bank.ts'
import type { ClientOptions, PayoutClient, PayoutDoors } from './client.ts'
import { openPayonexPayouts } from './payonex.ts'
import { placeOf, type DoorPlace } from '../place.ts'

const openers: Record<PayoutAccount['family'], (options: ClientOptions) => PayoutClient> = {
  bank: openBank,
  payonex: openPayonexPayouts,
}

/**
 * docs/security.md explains the figures. The paying process owns a withdrawal for 30 s: a token, the customer's
 * registration and the payout together stay below that, including the queue. A member has one open withdrawal, so the
 * limit of one owner is that of our own jobs.
 */
const question = { timeoutMs: 5_000, totalMs: 8_000, waitMs: 3_000, waitingMax: 64 }
const doorLimits: Readonly<Record<keyof PayoutDoors, DoorLimits>> = {
  pay: {
    timeoutMs: 12_000,
    totalMs: 17_000,
    waitMs: 5_000,
    atOnceMax: 16,
    ownerAtOnceMax: 8,
    waitingMax: 256,
  },
  ask: { ...question, atOnceMax: 8, ownerAtOnceMax: 2, ownerWaitingMax: 2 },
  watch: { ...question, atOnceMax: 8 },
  prepare: { timeoutMs: 5_000, totalMs: 7_000, waitMs: 2_000, atOnceMax: 16, waitingMax: 256 },
  login: { timeoutMs: 5_000, waitMs: 0, atOnceMax: 1, waitingMax: 0 },
}

export type Payouts = {
  channels: readonly string[]
  find: (channel: string) => PayoutClient | null
  /** Where it is; null without an account of ours. */
  placeOf: (channel: string) => DoorPlace | null
}

/** One client, and so separate slots, for each channel; a problem with paying does not stop lookups. */
export function openPayouts({
  sandboxUrl,
  accounts,
  ...around
}: DoorContext & { sandboxUrl: string | null; accounts: PayoutAccounts }): Payouts {
  const known = sandboxUrl ? sandboxAccounts(sandboxUrl) : accounts
  const clients = new Map(
    Object.entries(known).map(([channel, account]) => [
      channel,
      openers[account.family]({
        account,
        clock: around.clock,
        doors: openOutboundDoors(doorLimits, around, { system: 'payouts', party: channel }),
      }),
    ]),
  )
  return {
    channels: [...clients.keys()],
    find: (channel) => clients.get(channel) ?? null,
    placeOf: (channel) => (clients.has(channel) ? placeOf(known[channel]!) : null),
  }
}

/** These are valid nowhere else. */
function sandboxAccounts(sandboxUrl: string): PayoutAccounts {
  const [id, key] = ['sandbox-payer', 'sandbox-payout-key']
  return {
    BANK: { family: 'bank', address: sandboxUrl, id, key },
    PAYONEX: { family: 'payonex', address: `${sandboxUrl}/payout/payonex`, id, key },
  }
}
