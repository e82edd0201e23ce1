import type { GatewayAccount, GatewayAccounts, GatewayFamily } from './account.ts'
import { openOutboundDoors, type DoorContext, type DoorLimits } from '../door.ts'
import type { ClientOptions, GatewayClient, GatewayDoors, PayerBook } from './client.ts'
import { openKbank } from './kbank.ts'
import { openOnepay } from './onepay.ts'
import { openPayonex } from './payonex.ts'
import { openSigned } from './signed.ts'
import { placeOf, type DoorPlace } from '../place.ts'

const openers: Record<GatewayFamily, (options: ClientOptions) => GatewayClient> = {
  kbank: openKbank,
  payonex: openPayonex,
  signed: openSigned,
  onepay: openOnepay,
}

/** docs/outside/gateways.md: each gateway's protocol in the sandbox, and what it may add to an amount. */
const sandboxGateways: Readonly<Record<string, { family: GatewayFamily; driftMax: bigint }>> = {
  KBANK: { family: 'kbank', driftMax: 0n },
  PAYONEX: { family: 'payonex', driftMax: 0n },
  WW: { family: 'signed', driftMax: 500n },
  PAYTIMZ: { family: 'signed', driftMax: 500n },
  ZPAY: { family: 'signed', driftMax: 500n },
  BCEL: { family: 'onepay', driftMax: 0n },
}

/** A member waits for a code in an open sheet; docs/security.md explains the figures. */
const question = { timeoutMs: 5_000, totalMs: 8_000, waitMs: 3_000, atOnceMax: 16, waitingMax: 128 }
const doorLimits: Readonly<Record<keyof GatewayDoors, DoorLimits>> = {
  order: {
    timeoutMs: 10_000,
    totalMs: 14_000,
    waitMs: 4_000,
    atOnceMax: 16,
    ownerAtOnceMax: 2,
    waitingMax: 128,
    ownerWaitingMax: 4,
  },
  ask: { ...question, ownerAtOnceMax: 2, ownerWaitingMax: 4 },
  watch: question,
  login: { timeoutMs: 5_000, waitMs: 0, atOnceMax: 1, waitingMax: 0 },
}

export type Gateways = {
  codes: readonly string[]
  find: (code: string) => GatewayClient | null
  /** Where it is; null without an account of ours. */
  placeOf: (code: string) => DoorPlace | null
}

export type GatewaysOptions = DoorContext & {
  /** Where the sandbox simulates all of them; null where they are real. */
  sandboxUrl: string | null
  accounts: GatewayAccounts
  payersAt: (code: string) => PayerBook
}

/** One client for each gateway, and so one set of doors. */
export function openGateways({
  sandboxUrl,
  accounts,
  payersAt,
  ...around
}: GatewaysOptions): Gateways {
  const known = sandboxUrl ? sandboxAccounts(sandboxUrl) : accounts
  const clients = new Map(
    Object.entries(known).map(([code, account]) => [
      code,
      openers[account.family]({
        account,
        clock: around.clock,
        doors: openOutboundDoors(doorLimits, around, { system: 'gateways', party: code }),
        payers: payersAt(code),
      }),
    ]),
  )
  return {
    codes: [...clients.keys()],
    find: (code) => clients.get(code) ?? null,
    placeOf: (code) => (clients.has(code) ? placeOf(known[code]!) : null),
  }
}

/** These are valid nowhere else. */
function sandboxAccounts(sandboxUrl: string): Record<string, GatewayAccount> {
  const entries = Object.entries(sandboxGateways).map(([code, { family, driftMax }]) => {
    const account: GatewayAccount = {
      family,
      driftMax,
      address: `${sandboxUrl}/gateways/${code}`,
      id: family === 'onepay' ? 'mch6112345678901' : 'sandbox-merchant',
      key: 'sandbox-gateway-key',
      webhookSecret: 'sandbox-webhook-secret',
      previousWebhookSecret: null,
    }
    return [code, account] as const
  })
  return Object.fromEntries(entries)
}
