import { useEffect, useState } from 'react'

const tickMs = 1_000

/** Milliseconds left until a moment, by the clock and not by counting ticks, which a sleeping phone skips. */
export function useCountdown(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= untilMs) clearInterval(timer)
    }, tickMs)
    return () => clearInterval(timer)
  }, [untilMs])

  return Math.max(0, untilMs - now)
}

/** A moment from now on this device's clock. */
export function momentAfter(ms: number): number {
  return Date.now() + ms
}

/** The moment on this device's clock, again and again, for what tells its age. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])

  return now
}
