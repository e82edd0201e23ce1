import { readStored, writeStored } from '#core/storage.ts'
import { lastBalanceKey } from './kept-figures.ts'

/** The figures that home showed last, and when; nothing that says whose they are. */
export type LastBalance = {
  total: number
  wallet: number
  games: number
  coin: number
  /** Milliseconds of this device's clock, so that the age can be told. */
  at: number
}

const figures = ['total', 'wallet', 'games', 'coin', 'at'] as const

/** Kept for a time without a signal; asked for and replaced whenever home knows better. */
export function keepLastBalance(figuresNow: Omit<LastBalance, 'at'>): void {
  const kept = figures.map((name) => (name === 'at' ? Date.now() : figuresNow[name]))
  // A list of numbers and no names: what somebody finds here later says little.
  if (kept.every(Number.isFinite)) writeStored(lastBalanceKey, JSON.stringify(kept))
}

export function readLastBalance(): LastBalance | null {
  try {
    const kept: unknown = JSON.parse(readStored(lastBalanceKey) ?? 'null')
    if (!Array.isArray(kept) || kept.length !== figures.length || !kept.every(Number.isFinite))
      return null
    const [total, wallet, games, coin, at] = kept as [number, number, number, number, number]
    return { total, wallet, games, coin, at }
  } catch {
    return null
  }
}
