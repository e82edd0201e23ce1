import { useEffect, useState } from 'react'
import { useLanguage } from '#core/i18n.tsx'

export type AnswerState<T> =
  | { state: 'loading' | 'failed'; answer: T | null; again: () => void }
  | { state: 'ready'; answer: T; again: () => void }

type Outcome<T> = { question: string; ok: boolean; answer: T | null }

/**
 * Asks once when shown, and again in a new language, because the server writes many texts itself. The old answer stays
 * while a new one is loading. `load` has to be the same function in every render.
 */
export function useAnswer<T>(load: () => Promise<T>): AnswerState<T> {
  const language = useLanguage()
  const [round, setRound] = useState(0)
  const question = `${language} ${round}`
  const [outcome, setOutcome] = useState<Outcome<T> | null>(null)

  useEffect(() => {
    let isWanted = true
    load().then(
      (answer) => isWanted && setOutcome({ question, ok: true, answer }),
      () =>
        isWanted && setOutcome((last) => ({ question, ok: false, answer: last?.answer ?? null })),
    )
    return () => {
      isWanted = false
    }
  }, [load, question])

  const isAnswered = outcome?.question === question
  const state = isAnswered ? (outcome.ok ? 'ready' : 'failed') : 'loading'
  return {
    state,
    answer: outcome?.answer ?? null,
    again: () => setRound(round + 1),
  } as AnswerState<T>
}
