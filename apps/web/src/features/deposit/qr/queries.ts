import type { CallOutput } from '@kapao/contract/calls'
import {
  qrAmountMin,
  qrLifetimeMinutes,
  type QrProvider,
  type WalletCurrency,
} from '@kapao/contract/limits'
import { qrMinimums, qrPresets } from '@kapao/contract/limits-of-parts'
import { call } from '#core/api.ts'
import { momentAfter } from '#core/browser/countdown.ts'
import { callOnce } from '#core/calls/call-once.ts'
import type { QueryStore } from '#core/queries/query-store.ts'

export type QrState = CallOutput<'GET /api/qrcode/{provider}'>
/** `endsAt` is on this device's clock, however wrong that is. */
export type LiveQr = Extract<QrState, { hasQrcode: true }> & { endsAt: number }
export type ShownQr = LiveQr | Extract<QrState, { hasQrcode: false }>

const qrKey = 'qrcode'

/** For `useQuery`: the member's code at one provider, as the server has it. */
export function qrQuery(provider: string) {
  return {
    queryKey: [qrKey, provider],
    queryFn: () => loadQr(provider),
  }
}

async function loadQr(provider: string): Promise<ShownQr> {
  const state = await call('GET /api/qrcode/{provider}', { provider })
  if (!state.hasQrcode) return state
  return { ...state, endsAt: qrEndsAt(state.expireIn, momentAfter(0), Date.parse(state.now)) }
}

/**
 * Creates a code, once for each press. DEP-Q08: the server keeps one live code per member, so all providers reload
 * their state. An amount below one sends nothing (DEP-Q11) and resolves with null.
 */
export async function createQr(
  client: QueryStore,
  provider: string,
  amount: number,
): Promise<QrState | null> {
  if (!(amount >= qrAmountMin)) return null
  try {
    return await callOnce('POST /api/qrcode/{provider}', { provider, amount })
  } finally {
    // Also after a lost answer: the code may exist.
    await reloadQr(client)
  }
}

export async function cancelQr(client: QueryStore, qrcodeId: string): Promise<void> {
  try {
    await call('DELETE /api/qrcode/{qrcodeId}', { qrcodeId })
  } finally {
    await reloadQr(client)
  }
}

/** Home shows a code to be paid, too. */
function reloadQr(client: QueryStore): Promise<void> {
  void client.invalidateQueries({ queryKey: ['wallet'] })
  return client.invalidateQueries({ queryKey: [qrKey] })
}

/**
 * When a code expires on this device's clock: given as an instant, as milliseconds since 1970, or as the seconds left.
 * An instant is relative to the clock of the server that sent it.
 */
export function qrEndsAt(
  expireIn: string | number,
  nowMs: number,
  serverNowMs: number = nowMs,
): number {
  const given = typeof expireIn === 'string' ? Date.parse(expireIn) : expireIn
  if (Number.isNaN(given) || Number.isNaN(serverNowMs)) return nowMs
  // No code lasts thirty years, and no instant of today is that small.
  return nowMs + (given > 1e9 ? given - serverNowMs : given * 1000)
}

export type QrRules = { minimum: number; presets: readonly number[]; minutes: number }

const kipRules = { minimum: 1000, presets: [20_000, 50_000, 100_000, 500_000, 1_000_000] }

/** DEP-Q12..17: the spec's rules for each provider, overridden by the operator's settings. */
export function qrRulesOf(provider: string, set: Readonly<Record<string, unknown>>): QrRules {
  const code = provider.toUpperCase()
  const known = Object.hasOwn(qrMinimums, code)
  const usual = known
    ? { minimum: qrMinimums[code as QrProvider], presets: qrPresets[code as QrProvider] }
    : kipRules
  const minimum = Number(set[`qr.minimum.${code}`] ?? usual.minimum)
  const minutes = Number(set['qr.minutes'] ?? qrLifetimeMinutes)
  return { ...usual, minimum: Number.isFinite(minimum) ? minimum : usual.minimum, minutes }
}

/** Whether the button is enabled. */
export function qrAmountIsEnough(amount: number, { minimum }: QrRules): boolean {
  return amount >= Math.max(minimum, qrAmountMin)
}

/** For `img`: the server's markup is shown as a picture, in which nothing can run. */
export function qrPicture(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}

/** DEP-Q14: the minimum that the texts name, which an operator may set above the provider's own. */
export function qrLeastNamed(
  set: Readonly<Record<string, unknown>>,
  currency: WalletCurrency,
  { minimum }: QrRules,
): number {
  const named = Number(set[`deposit.minimum.${currency}`] ?? Number.NaN)
  return Number.isFinite(named) ? named : minimum
}

type CodeRequest = { provider: string; amount: number }

/** The next provider in the order of the page that takes this amount; null if none does. */
export function anotherProvider(
  providers: readonly string[],
  { provider, amount }: CodeRequest,
  set: Readonly<Record<string, unknown>>,
): string | null {
  const at = providers.indexOf(provider)
  const others = [...providers.slice(at + 1), ...providers.slice(0, Math.max(0, at))]
  return others.find((one) => qrAmountIsEnough(amount, qrRulesOf(one, set))) ?? null
}

export function readPageSettings(): Readonly<Record<string, unknown>> {
  return readQrSettings(document.getElementById('settings')?.textContent ?? '')
}

/** The settings that the server wrote into the page; the rules pick those they know. */
export function readQrSettings(block: string): Readonly<Record<string, unknown>> {
  try {
    const { settings } = JSON.parse(block) as { settings?: unknown }
    return typeof settings === 'object' && settings !== null
      ? (settings as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
