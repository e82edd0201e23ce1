import { readStored, writeStored } from '#core/storage.ts'
import { lastBalanceKey } from './member-storage.ts'

const currencies = ['BAHT', 'LAK'] as const

/** The total that home showed last, and when; nothing identifies the member. */
export type LastBalance = {
  total: number
  /** Milliseconds of this device's clock, so that the age can be shown. */
  at: number
  currency: (typeof currencies)[number]
}

/**
 * Kept for times without a connection, and for the next time home is opened; replaced whenever home has a newer one.
 */
export function keepLastBalance({ total, currency }: Omit<LastBalance, 'at'>): void {
  // Numbers without names: they reveal little to anybody who finds them later. The script in the head reads them, too.
  writeStored(lastBalanceKey, JSON.stringify([total, Date.now(), currencies.indexOf(currency)]))
}

export function readLastBalance(): LastBalance | null {
  try {
    const [total, at, place] = JSON.parse(readStored(lastBalanceKey) ?? '') as number[]
    const currency = currencies[place!]
    // Accepts only a time of this century: an older build stored other figures in other positions.
    return currency && total! >= 0 && at! > 1e12 ? { total: total!, at: at!, currency } : null
  } catch {
    return null
  }
}
