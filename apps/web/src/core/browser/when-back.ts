import { useEffect, useRef } from 'react'
import type { Loading } from '#core/calls/use-answer.ts'

/**
 * Asks again when the connection is back. It may come back while a question is still lost on its way, whose failure is then
 * told later.
 */
export function useAgainWhenBack({ state, again }: Loading<unknown>): void {
  const isBack = useRef(false)
  useEffect(() => {
    const ask = (): void => {
      isBack.current = state !== 'failed'
      if (state === 'failed') again()
    }
    if (state === 'failed' && isBack.current) ask()
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [state, again])
}
