import { useEffect, useRef, useState } from 'react'
import { MoneyText } from '#ui/layout/money-text.tsx'
import styles from './counting-amount.module.css'

const countingMs = 250

/** A large amount that counts from the old value to the new one; screen readers only get the new one. */
export function CountingAmount({ amount, unit }: { amount: number; unit: string }) {
  const shown = useCounting(amount)
  return (
    <>
      <span aria-hidden="true">
        <MoneyText amount={shown} unit={unit} size="total" />
      </span>
      <span className={styles.said}>
        <MoneyText amount={amount} unit={unit} />
      </span>
    </>
  )
}

function useCounting(target: number): number {
  const [shown, setShown] = useState(target)
  const from = useRef(target)

  useEffect(() => {
    const start = from.current
    if (start === target) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    let begunAt: number | null = null
    const step = (at: number): void => {
      begunAt ??= at
      const share = isStill ? 1 : Math.min(1, (at - begunAt) / countingMs)
      // Fast at first and slow at the end, because only the last figures are read.
      const eased = 1 - (1 - share) ** 3
      from.current = share === 1 ? target : start + (target - start) * eased
      setShown(from.current)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    let frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [target])

  return shown
}
