import type { CallOutput } from '@kapao/contract/calls'
import { call } from '#core/api.ts'
import { momentAfter } from '#core/browser/countdown.ts'
import { useQuery } from '#core/queries/use-query.tsx'

export type Wallet = CallOutput<'GET /api/wallet'> & {
  /** By this device's clock: a push brings newer figures than the refresh before it. */
  readAt?: number
  /** By this device's clock, where the server could only say what it knew at that moment. */
  knownAt?: number
}
export type GameAccount = Wallet['slots'][number]

/** After moving money, invalidate `['wallet']`, which also reaches everything else that is read from the wallet. */
export const walletQuery = {
  queryKey: ['wallet', 'whole'],
  queryFn: loadWallet,
} as const

async function loadWallet(): Promise<Wallet> {
  const wallet = await call('GET /api/wallet')
  // A figure without its currency is useless; the last known ones, with their age, are better.
  if (!wallet.currency) throw new TypeError('no wallet')
  const readAt = momentAfter(0)
  const { ageSeconds } = wallet
  return {
    ...wallet,
    readAt,
    ...(ageSeconds === undefined ? {} : { knownAt: readAt - ageSeconds * 1_000 }),
  }
}

/** The member's balances, as the server knows them; asks no game provider. */
export function useWallet() {
  return useQuery<Wallet>(walletQuery)
}

/** Adds amounts in hundredths, because a sum of decimals would drift. */
export function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100
}

/** The total on home: the wallet and every game account, active or not. */
export function totalOf({ wallet, slots }: Pick<Wallet, 'wallet' | 'slots'>): number {
  return sumAmounts([wallet.amount, ...slots.map(({ amount }) => amount)])
}

/** What a move of everything would bring to a game: the wallet and the other active games. */
export function movableTo({ wallet, slots }: Pick<Wallet, 'wallet' | 'slots'>, code: string) {
  const others = slots.filter((slot) => slot.isActive && slot.code !== code)
  return sumAmounts([wallet.amount, ...others.map(({ amount }) => amount)])
}
