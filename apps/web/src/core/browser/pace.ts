import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '#core/start/idle.ts'

/** True when the page is idle: for parts that may come after everything that is seen first. */
export function useRest(): boolean {
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    let isHere = true
    whenIdle(() => isHere && startTransition(() => setResting(true)))
    return () => {
      isHere = false
    }
  }, [])
  return isResting
}

/**
 * How many of a long list are drawn: none at first, then `step` more with each frame, between which a cheap phone can
 * respond.
 */
export function useGrowing(wanted: number, step: number): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count >= wanted) return
    return afterFrame(() => startTransition(() => setCount(count + step)))
  }, [count, wanted, step])
  return count
}

/** Runs once the last change has been painted. */
function afterFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
