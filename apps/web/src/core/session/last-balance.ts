import { readStored, writeStored } from '#core/storage.ts'
import { lastBalanceKey } from './member-storage.ts'

const currencies = ['BAHT', 'LAK'] as const

const unknown = -1

/** The figures that home showed last, and when; nothing identifies the member. */
export type LastBalance = {
  total: number
  /** Milliseconds of this device's clock, so that the age can be shown. */
  at: number
  currency: (typeof currencies)[number]
  /** Null where they were not shown yet. */
  coin: number | null
  referral: number | null
  withdrawable: number | null
}

type KeptFigures = Pick<LastBalance, 'total' | 'currency'> & Partial<Omit<LastBalance, 'at'>>

/**
 * Kept for times without a connection, and for the next time home is opened; replaced whenever home has newer ones.
 */
export function keepLastBalance(figures: KeptFigures): void {
  const { total, currency, coin, referral, withdrawable } = { ...readLastBalance(), ...figures }
  const place = currencies.indexOf(currency)
  // Numbers without names: they reveal little to anybody who finds them later. The script in the head reads them, too.
  const kept = [total, Date.now(), place, coin ?? unknown, referral ?? unknown]
  writeStored(lastBalanceKey, JSON.stringify([...kept, withdrawable ?? unknown]))
}

export function readLastBalance(): LastBalance | null {
  try {
    const kept = JSON.parse(readStored(lastBalanceKey) ?? '') as number[]
    const [total, at, place, ...others] = kept
    const currency = currencies[place!]
    const [coin = null, referral = null, withdrawable = null] = others.map((one) =>
      one === unknown ? null : one,
    )
    // Accepts only a time of this century: an older build stored other figures in other positions.
    return currency && total! >= 0 && at! > 1e12
      ? { total: total!, at: at!, currency, coin, referral, withdrawable }
      : null
  } catch {
    return null
  }
}
