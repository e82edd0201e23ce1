import { AsyncLocalStorage } from 'node:async_hooks'
import type { PreviewScreen } from '@kapao/contract/console/preview'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import type { Language, WalletCurrency } from '@kapao/contract/limits'
import type { AskCall, CallAnswer } from '#core/calls/ask.ts'
import type { Clock } from '#core/clock.ts'
import type { Rehearsals } from '#core/db/connections/rehearsals.ts'
import type { Ids } from '#core/ids.ts'
import { checkValue, ValueRefused } from '#settings/check.ts'
import type { SettingName, Settings } from '#settings/registry.ts'
import { callsOf, callsOfOffer, type CallOfScreen } from './calls-of.ts'
import { addMadeUpMember } from './made-up-member.ts'

/** What the members' own rooms are opened with here: a database that keeps nothing, and the draft for settings. */
export type PreviewRooms = { db: Rehearsals['db']; readSettings: () => Promise<Settings> }

export type PreviewDeps = {
  rehearsals: Rehearsals
  clock: Clock
  ids: Ids
  readSettings: () => Promise<Settings>
  /** Opens the members' calls in these rooms. */
  openCalls: (rooms: PreviewRooms) => AskCall
}

export type SettingDraft = { name: SettingName; value: unknown }

export type PreviewWish = {
  screen: PreviewScreen
  language: Language
  currency: WalletCurrency
  code?: string | undefined
  settings: readonly SettingDraft[]
}

export type PreviewProblem = ValueProblem & { setting: string }

/** Either problems, or all the rest. */
type PreviewResult = {
  problems: PreviewProblem[]
  settings: Settings | null
  answers: CallAnswer[]
  /** What is opened on its screen. */
  code: string | null
}

/**
 * What a member would be answered if the draft were saved: by the rooms' own calls, in one transaction that begins with
 * a member who does not exist and is never kept. No row of a member is read, and none is left.
 */
export function openAnswers(deps: PreviewDeps): (wish: PreviewWish) => Promise<PreviewResult> {
  const drafts = new AsyncLocalStorage<Settings>()
  const { rehearsals } = deps
  const readDraft = async (): Promise<Settings> =>
    drafts.getStore() ?? Promise.reject(new Error('no draft is previewed now'))
  let ask: AskCall | null = null

  return async ({ screen, language, currency, code, settings: drafted }) => {
    const problems = problemsOf(drafted)
    if (problems.length > 0) return { problems, settings: null, answers: [], code: null }
    const settings = withDraft(await deps.readSettings(), { screen, drafted })
    // Once: a room keeps what it has looked up.
    ask ??= deps.openCalls({ db: rehearsals.db, readSettings: readDraft })
    const answer = ask
    return rehearsals.rehearse((tx) =>
      drafts.run(settings, async () => {
        const around = { ...deps, db: rehearsals.db }
        const memberId = await addMadeUpMember(around, tx, { currency, language })
        const answers: CallAnswer[] = []
        const askAll = async (calls: readonly CallOfScreen[]): Promise<void> => {
          for (const { name, input } of calls)
            answers.push(await answer(name, input, { memberId, language }))
        }
        await askAll(callsOf(screen))
        const opened = code === '' ? firstBonusIn(answers) : (code ?? null)
        if (opened !== null) await askAll(callsOfOffer(screen, opened))
        return { problems: [], settings, answers, code: opened }
      }),
    )
  }
}

function firstBonusIn(answers: readonly CallAnswer[]): string | null {
  const list = answers.find(({ path }) => path === '/api/bonus')?.body as { code: string }[]
  return list?.[0]?.code ?? null
}

function problemsOf(drafted: readonly SettingDraft[]): PreviewProblem[] {
  return drafted.flatMap(({ name, value }) => {
    try {
      checkValue(name, value)
      return []
    } catch (error) {
      if (!(error instanceof ValueRefused)) throw error
      return error.problems.map((problem) => ({ ...problem, setting: name }))
    }
  })
}

type Draft = { screen: PreviewScreen; drafted: readonly SettingDraft[] }

/** The two screens of contact exclude each other: each is shown as it is where members have it. */
function withDraft(now: Settings, { screen, drafted }: Draft): Settings {
  const values = drafted.map(({ name, value }) => [name, checkValue(name, value)])
  const shown =
    screen === 'contact' || screen === 'chat' ? { 'chat.widget': screen === 'chat' } : {}
  return { ...now, ...(Object.fromEntries(values) as Partial<Settings>), ...shown }
}
