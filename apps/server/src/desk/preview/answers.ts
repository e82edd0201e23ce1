import { AsyncLocalStorage } from 'node:async_hooks'
import type { PreviewScreen } from '@kapao/contract/console/preview'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import type { Language, WalletCurrency } from '@kapao/contract/limits'
import type { AskCall, CallAnswer } from '#core/calls/ask.ts'
import type { Clock } from '#core/clock.ts'
import type { Rehearsals } from '#core/db/connections/rehearsals.ts'
import type { Ids } from '#core/ids.ts'
import type { Tx } from '#core/db/db.ts'
import { isOffered, isOpen } from '#money/bonus/terms.ts'
import { listCodes } from '#rewards/promotion/store.ts'
import { checkValue, ValueRefused } from '#settings/check.ts'
import type { SettingName, Settings } from '#settings/registry.ts'
import { callsOf, callsOfOffer, type CallOfScreen } from './calls-of.ts'
import { addMadeUpMember } from './made-up-member.ts'
import {
  checkReward,
  currencyOf,
  putReward,
  type GivenReward,
  type RewardDraft,
} from './reward-draft.ts'

/** What the members' own rooms are opened with here: a database that keeps nothing, and the draft for settings. */
export type PreviewRooms = { db: Rehearsals['db']; readSettings: () => Promise<Settings> }

export type PreviewDeps = {
  rehearsals: Rehearsals
  clock: Clock
  ids: Ids
  readSettings: () => Promise<Settings>
  /** Opens the members' calls in these rooms. */
  openCalls: (rooms: PreviewRooms) => AskCall
  /** Of members of this house, where nothing says another one. */
  usualCurrency: WalletCurrency
}

export type SettingDraft = { name: SettingName; value: unknown }

export type PreviewWish = {
  screen: PreviewScreen
  language: Language
  /** Null where that of the reward will do. */
  currency: WalletCurrency | null
  code?: string | undefined
  settings: readonly SettingDraft[]
  reward?: GivenReward | undefined
}

/** In a setting, or in the reward. */
export type PreviewProblem = ValueProblem & { setting: string | null }

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

  return async ({ screen, language, code, settings: drafted, reward: given, ...wish }) => {
    const { reward, problems } = checkedOf(drafted, given)
    if (problems.length > 0) return { problems, settings: null, answers: [], code: null }
    const currency = wish.currency ?? (reward && currencyOf(reward)) ?? deps.usualCurrency
    const settings = withDraft(await deps.readSettings(), { screen, drafted })
    // Once: a room keeps what it has looked up.
    ask ??= deps.openCalls({ db: rehearsals.db, readSettings: readDraft })
    const answer = ask
    return rehearsals.rehearse((tx) =>
      drafts.run(settings, async () => {
        const around = { ...deps, db: rehearsals.db }
        const memberId = await addMadeUpMember(around, tx, { currency, language })
        if (reward) await putReward(tx, reward, deps.clock.now())
        const answers: CallAnswer[] = []
        const askAll = async (calls: readonly CallOfScreen[]): Promise<void> => {
          for (const { name, input } of calls)
            answers.push(await answer(name, input, { memberId, language }))
        }
        await askAll(callsOf(screen))
        const named = reward ? reward.code : (code ?? null)
        const at = deps.clock.now()
        const find = () => firstOffered(screen, { tx, answers, currency, at })
        const opened = named === '' ? await find() : named
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

/** So many codes are looked through for one that is offered. */
const codesRead = 200

type Around = { tx: Tx; answers: readonly CallAnswer[]; currency: WalletCurrency; at: Date }

/** The first bonus of the screen; of codes, which members type, the newest that they could. */
async function firstOffered(screen: PreviewScreen, around: Around): Promise<string | null> {
  const { tx, answers, currency, at } = around
  if (screen !== 'promotion') return firstBonusIn(answers)
  const codes = await listCodes(tx, codesRead)
  const open = codes.find((one) => isOpen(one, at) && isOffered(one.terms, currency))
  return open?.code ?? null
}

type CheckedDraft = { reward: RewardDraft | null; problems: PreviewProblem[] }

function checkedOf(drafted: readonly SettingDraft[], given: GivenReward | undefined): CheckedDraft {
  const problems = drafted.flatMap(({ name, value }) =>
    problemsIn(name, () => checkValue(name, value)),
  )
  let reward: RewardDraft | null = null
  if (given) problems.push(...problemsIn(null, () => (reward = checkReward(given))))
  return { reward, problems }
}

function problemsIn(setting: SettingName | null, check: () => unknown): PreviewProblem[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof ValueRefused)) throw error
    return error.problems.map((problem) => ({ ...problem, setting }))
  }
}

type Draft = { screen: PreviewScreen; drafted: readonly SettingDraft[] }

/** The two screens of contact exclude each other: each is shown as it is where members have it. */
function withDraft(now: Settings, { screen, drafted }: Draft): Settings {
  const values = drafted.map(({ name, value }) => [name, checkValue(name, value)])
  const shown =
    screen === 'contact' || screen === 'chat' ? { 'chat.widget': screen === 'chat' } : {}
  return { ...now, ...(Object.fromEntries(values) as Partial<Settings>), ...shown }
}
