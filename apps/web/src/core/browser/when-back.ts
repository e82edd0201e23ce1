import { useEffect, useRef } from 'react'
import type { AnswerState } from '#core/calls/use-answer.ts'

/**
 * Asks again when the connection is back. It may return while a lost request has not failed yet; that one is repeated
 * once it fails.
 */
export function useAgainWhenBack({ state, again }: AnswerState<unknown>): void {
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
