import { readStored, writeStored } from '#core/storage.ts'
import { lastBalanceKey } from './member-storage.ts'

const currencies = ['BAHT', 'LAK'] as const

/** The total that home showed last, and when; nothing that says whose it is. */
export type LastBalance = {
  total: number
  /** Milliseconds of this device's clock, so that the age can be told. */
  at: number
  currency: (typeof currencies)[number]
}

/** Kept for a time without a signal, and for the next time home is opened; replaced whenever home knows better. */
export function keepLastBalance({ total, currency }: Omit<LastBalance, 'at'>): void {
  // Numbers and no names: what somebody finds here later says little. The script in the head reads it, too.
  writeStored(lastBalanceKey, JSON.stringify([total, Date.now(), currencies.indexOf(currency)]))
}

export function readLastBalance(): LastBalance | null {
  try {
    const [total, at, place] = JSON.parse(readStored(lastBalanceKey) ?? '') as number[]
    const currency = currencies[place!]
    // A time of this century: an older build kept other figures in other places.
    return currency && total! >= 0 && at! > 1e12 ? { total: total!, at: at!, currency } : null
  } catch {
    return null
  }
}
