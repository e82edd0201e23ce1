import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { sumOf } from '@kapao/contract/console/fields'
import type { RewardKind, RewardWarning } from '@kapao/contract/console/reward-words'
import { walletCurrencies } from '@kapao/contract/limits'
import { listCodes } from '#rewards/promotion/store.ts'
import { loadNamed } from '#rewards/spinwheel/define.ts'
import { wheelOf, type WheelDefinition } from '#rewards/spinwheel/definition.ts'
import { ValueRefused } from '#settings/check.ts'
import { readSettings } from '#settings/read.ts'
import { openPreview } from '../decide.ts'
import type { DeskParts } from '../guarded/guarded.ts'
import { foretell } from '../settings/look.ts'
import { mixedScripts } from '../settings/scripts.ts'
import { mostOf, warningsOf, wheelCostOf, wheelWarningsOf } from './cost.ts'
import { decideDefinition, decideSwitch, type DefineWish, type SwitchWish } from './decide.ts'
import { countingKinds, rewards } from './kinds.ts'
import type { OfferKind } from './offers.ts'

type Look = ConsoleCallOutput<'POST /api/console/rewards/look'>
type Foretold = Pick<Look, 'warnings' | 'costs' | 'alone'>

const nothing: Foretold = { warnings: [], costs: null, alone: [] }

/** What saving it, or switching, would come to: the decision itself, kept nowhere, and what it may cost. */
export async function lookAtReward(desk: DeskParts, wish: DefineWish | SwitchWish): Promise<Look> {
  const look = await foretell(desk, async (rehearsal) => {
    const decide = 'definition' in wish ? decideDefinition : decideSwitch
    const said = await decide(rehearsal, wish as DefineWish & SwitchWish)
    return said.state === 'done' ? { ...said, value: [said.value] } : said
  })
  const isRight = look.problems.length === 0
  return { ...look, ...(isRight ? await costsOf(desk, wish) : nothing) }
}

async function costsOf(desk: DeskParts, wish: DefineWish | SwitchWish): Promise<Foretold> {
  const { kind, code } = wish
  const stored = await rewards[kind].find(desk.db, code)
  const wanted =
    'definition' in wish ? checkedOf(kind, code, wish.definition) : (stored?.definition ?? null)
  if (wanted === null) return nothing
  const settings = await readSettings(desk.db)
  const lately = { taken30: 0, last30: [] }
  if (kind === 'wheel') {
    const version = 'isOn' in wish ? wish.version : null
    const drawn =
      version === null ? wheelOf(wanted as WheelDefinition) : await loadNamed(desk, code, version)
    const wheel = wheelCostOf(drawn, settings)
    const warnings = [...wheelWarningsOf(wheel), ...slipsIn(wanted)]
    return { warnings, costs: { most: null, ...lately, wheel }, alone: [] }
  }
  const offer = wanted as Parameters<typeof mostOf>[0]
  const most = mostOf(offer, stored?.offered?.given ?? 0)
  const costs: Look['costs'] = { most: most && most.map(sumOf), ...lately, wheel: null }
  const typed =
    kind === 'code'
      ? { code, others: (await listCodes(desk.db, othersMax)).map((one) => one.code) }
      : { code: null, others: [] }
  const warnings = [
    ...warningsOf(offer, { usualFactor: settings['bonus.factor'], ...typed }),
    ...slipsIn(wanted),
  ]
  return { warnings, costs, alone: await aloneOf(desk, kind, wish) }
}

/** So many codes are compared with a new one. */
const othersMax = 1_000

const slips = { thaiInLao: 'thai-in-lao', laoInThai: 'lao-in-thai' } as const

/** Words in the column of another language. */
function slipsIn(definition: unknown): RewardWarning[] {
  const found = mixedScripts([{ name: 'definition', after: definition }])
  return [...new Set(found.map(({ reason }) => slips[reason]))]
}

function checkedOf(kind: RewardKind, code: string, definition: unknown): unknown {
  try {
    return rewards[kind].check(code, definition)
  } catch (error) {
    if (error instanceof ValueRefused) return null
    throw error
  }
}

/** What single operators have given of the day’s limit of offers, and may. */
async function aloneOf(
  desk: DeskParts,
  kind: OfferKind,
  { code, actor }: { code: string; actor: DefineWish['actor'] },
): Promise<Foretold['alone']> {
  const preview = openPreview(desk)
  const about = { kind: countingKinds[kind].define, subject: rewards[kind].subject(code), actor }
  const all = await Promise.all(
    walletCurrencies.map(async (currency) => {
      const { alone } = await preview({ ...about, gives: [{ amount: 0n, currency }] })
      return alone && { given: sumOf(alone.given), max: sumOf(alone.max) }
    }),
  )
  return all.filter((one) => one !== null)
}
