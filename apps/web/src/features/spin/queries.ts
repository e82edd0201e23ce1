import type { CallOutput } from '@kapao/contract/calls'
import type { Language } from '@kapao/contract/limits'
import { call } from '#core/api.ts'
import { useLanguage } from '#core/i18n.tsx'
import { spunKey } from '#core/session/member-storage.ts'
import { readStored, writeStored } from '#core/storage.ts'
import type { QueryStore } from '#core/queries/query-store.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export type Setup = CallOutput<'GET /api/spinwheel/setup'>['result']
export type ActiveWheel = NonNullable<Setup['activeSpinwheel']>
export type Coupon = CallOutput<'GET /api/spinwheel/coupon'>[number]
export type SeedReveal = CallOutput<'GET /api/spinwheel/reveal/{commitment}'>

/** Not among the queries that pushes make stale: each read after a spin starts a new commitment. */
export const setupKey = ['wheel'] as const
export const couponsKey = ['spin', 'coupons'] as const

/** The wheel has texts of the operator, which come in the language of the page. */
export function useSetup() {
  return useQuery<Setup>(setupQuery(useLanguage()))
}

export function setupQuery(language: Language) {
  return {
    queryKey: [...setupKey, language],
    queryFn: async () => (await call('GET /api/spinwheel/setup')).result,
    refetchOnReturn: false,
    isScreen: true,
  } as const
}

/**
 * The wheel as the server knows it. A pending answer closes the commitment shown here: a spin in the meantime is not
 * drawn under it, and earlier spins can be verified only then.
 */
export async function settledSetup(
  queries: QueryStore,
  language: Language,
  { isAgain = false } = {},
): Promise<Setup> {
  const key = [...setupKey, language]
  const known = await queries.settled(key)
  const state = known.isError || isAgain ? await queries.refetch(key) : known
  if (state.isError) throw state.error
  return state.data as Setup
}

export function couponsQuery(language: Language) {
  return {
    queryKey: [...couponsKey, language],
    queryFn: () => call('GET /api/spinwheel/coupon'),
    isScreen: true,
  } as const
}

export function useCoupons() {
  return useQuery<Coupon[]>(couponsQuery(useLanguage()))
}

export function readReveal(commitment: string): Promise<SeedReveal> {
  return call('GET /api/spinwheel/reveal/{commitment}', { commitment })
}

/** The values needed to verify a spin later: the commitment, the seed added here, and the result. */
export type SpunHere = { commitment: string; clientSeed: string; code: string; label: string }

const spunMax = 10

/** The last spins of this tab, newest first. */
export function readSpun(): SpunHere[] {
  try {
    const kept: unknown = JSON.parse(readStored(spunKey, 'session') ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSpun) : []
  } catch {
    return []
  }
}

export function keepSpun(spun: SpunHere): void {
  const all = [spun, ...readSpun()].slice(0, spunMax)
  writeStored(spunKey, JSON.stringify(all), 'session')
}

function isSpun(one: unknown): one is SpunHere {
  if (typeof one !== 'object' || one === null) return false
  const names = ['commitment', 'clientSeed', 'code', 'label'] as const
  return names.every((name) => typeof (one as Record<string, unknown>)[name] === 'string')
}
