import type { CallOutput } from '@kapao/contract/calls'
import type { Language } from '@kapao/contract/limits'
import { call } from '#core/api.ts'
import { useLanguage } from '#core/i18n.tsx'
import { spunKey } from '#core/session/member-storage.ts'
import { readStored, writeStored } from '#core/storage.ts'
import type { QueryStore } from '#core/queries/query-store.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export type Setup = CallOutput<'GET /api/spinwheel/setup'>['result']
export type WheelShown = NonNullable<Setup['activeSpinwheel']>
export type Coupon = CallOutput<'GET /api/spinwheel/coupon'>[number]
export type Revealed = CallOutput<'GET /api/spinwheel/reveal/{commitment}'>

/** Not among what pushes make old: each reading after a spin begins a new promise. */
export const setupKey = ['wheel'] as const
export const couponsKey = ['spin', 'coupons'] as const

/** The wheel has words of the operator, which come in the language of the page. */
export function useSetup() {
  const language = useLanguage()
  return useQuery({
    queryKey: [...setupKey, language],
    queryFn: async () => (await call('GET /api/spinwheel/setup')).result,
    refetchOnReturn: false,
    isScreen: true,
  })
}

/**
 * The wheel as the server knows it. An answer that is on its way closes the promise that stands here: what is spun meanwhile is not
 * drawn under it, and what was spun before can be checked only then.
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

export function readReveal(commitment: string): Promise<Revealed> {
  return call('GET /api/spinwheel/reveal/{commitment}', { commitment })
}

/** What is needed to check a spin later: what was promised, what was added here, and what came of it. */
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
