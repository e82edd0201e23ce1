import { qrTickMs } from '@kapao/contract/limits'
import { useEffect, useState } from 'react'

/** Milliseconds left until a moment, by the clock and not by counting ticks, because a sleeping phone skips ticks. */
export function useCountdown(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, qrTickMs)
    return () => clearInterval(timer)
  }, [untilMs])

  return Math.max(0, untilMs - now)
}

/** The time in `ms` from now, by this device's clock. */
export function momentAfter(ms: number): number {
  return Date.now() + ms
}

/** The current time on this device's clock, updated at intervals, for showing the age of something. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])

  return now
}
