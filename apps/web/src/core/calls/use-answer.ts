import { useEffect, useState } from 'react'
import { useLanguage } from '#core/i18n.tsx'

export type Loading<T> =
  | { state: 'loading' | 'failed'; answer: T | null; again: () => void }
  | { state: 'ready'; answer: T; again: () => void }

/**
 * Asks once when shown, and again in a new language, as the server writes many texts itself. What was there stays while
 * a new answer is on its way. `load` has to be the same function from render to render.
 */
export function useAnswer<T>(load: () => Promise<T>): Loading<T> {
  const language = useLanguage()
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<T | null>(null)
  const [state, setState] = useState<Loading<T>['state']>('loading')

  useEffect(() => {
    let isWanted = true
    setState('loading')
    load().then(
      (fresh) => {
        if (!isWanted) return
        setAnswer(fresh)
        setState('ready')
      },
      () => isWanted && setState('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [load, language, round])

  return { state, answer, again: () => setRound(round + 1) } as Loading<T>
}
