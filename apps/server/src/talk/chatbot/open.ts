import type { Language } from '@kapao/contract/limits'
import type { Queryable } from '#core/db/db.ts'
import type { ContextWith } from '#context/app-context.ts'
import { answerTo, welcomeOf, type MenuQuestion } from './answer.ts'
import { describeFacts } from './facts.ts'
import { readFacts } from './read-facts.ts'

type CallerQuestion = Omit<MenuQuestion, 'readFacts'> & { on: Queryable; memberId: string | null }

export type MenuAnswers = {
  welcome: (language: Language) => ReturnType<typeof welcomeOf>
  answer: (asked: CallerQuestion) => ReturnType<typeof answerTo>
}

/**
 * Reads the current menu before a transaction begins, because the transaction must not wait for a second connection.
 */
export async function openMenu({
  clock,
  readSettings,
}: ContextWith<'clock' | 'readSettings'>): Promise<MenuAnswers> {
  const menu = (await readSettings())['chat.menu']
  return {
    welcome: (language) => welcomeOf(menu, language),
    answer: ({ on, memberId, language, message, isWithPeople }) =>
      answerTo(menu, {
        language,
        message,
        isWithPeople,
        readFacts: async () =>
          describeFacts(memberId === null ? null : await readFacts(on, clock, memberId), language),
      }),
  }
}
