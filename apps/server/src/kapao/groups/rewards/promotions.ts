import { wordsByLanguage } from '@kapao/contract/bonus'
import { z } from 'zod'
import { recordAudit } from '#core/audit/audit-store.ts'
import {
  findCode,
  listCodes,
  lockCodes,
  normalCode,
  saveCode,
  type PromotionCode,
} from '#modules/promotion/store.ts'
import { readSettings } from '#settings/read.ts'
import type { Command, Desk, Group } from '../../command.ts'
import { CommandFault, exitCodes, wrongUsage } from '../../terminal/fault.ts'
import { tableOf, textOfTime } from '../../terminal/print.ts'
import type { Guarded } from '../confirm/second.ts'
import {
  dateOf,
  defineOrAsk,
  fileOption,
  readDefinition,
  refuseWhenMoved,
  rewardFields,
  seenOf,
  warningsOf,
  type Seen,
} from './definition.ts'

const listedMax = 200
/** Shorter codes can be found by guessing; eight letters and digits are forty bits. */
const safeLength = 8

const definition = z.strictObject({ ...rewardFields, description: wordsByLanguage })

const list: Command = {
  name: 'promotions list',
  args: [],
  about: 'Lists the promotion codes, the newest first.',
  options: {},
  examples: ['kapao promotions list'],
  run: async ({ db }) => {
    const codes = await listCodes(db, listedMax)
    const rows = codes.map((one) => [
      one.code,
      one.isOn ? 'on' : 'off',
      `${one.given}${one.quota === null ? '' : ` of ${one.quota}`}`,
      one.terms.factor ?? 'as set',
      textOfTime(one.updatedAt),
    ])
    const head = ['CODE', 'STATE', 'GIVEN', 'TIMES', 'CHANGED']
    return { text: rows.length === 0 ? 'There is no code yet.' : tableOf(head, rows), json: codes }
  },
}

const show: Command = {
  name: 'promotions show',
  args: ['CODE'],
  about: 'One promotion code as it is defined.',
  options: {},
  examples: ['kapao promotions show SONGKRAN50'],
  run: async ({ db }, typed) => {
    const found = await loadCode({ db }, typed.args[0]!)
    return { text: JSON.stringify(found, null, 2), json: found }
  },
}

const define: Command = {
  name: 'promotions define',
  args: ['[CODE]'],
  about: 'Adds or changes a promotion code; without CODE it generates one that cannot be guessed.',
  options: fileOption,
  examples: [
    'kapao promotions define --file june.json',
    'kapao promotions define SONGKRAN50 --file songkran.json',
  ],
  run: async (desk, typed) => {
    const typedCode = typed.args[0]
    const code = typedCode === undefined ? desk.ids.code() : normalCode(typedCode)
    if (!/^[^\p{C}\s]{1,64}$/u.test(code)) wrongUsage('A code has 1 to 64 letters and digits.')
    const seen = seenOf(await findCode(desk.db, code))
    const what = { ...(await readDefinition(typed, definition)), code, seen }
    return defineOrAsk(desk, promotionDefining, { noun: 'promotion', what })
  },
}

type Defined = z.output<typeof definition> & { code: string; seen: Seen }

export const promotionDefining: Guarded<Defined> = {
  kind: 'promotions define',
  run: async (desk, { startsAt, endsAt, seen, ...given }) => {
    const { code } = given
    const promotion = { ...given, startsAt: dateOf(startsAt), endsAt: dateOf(endsAt) }
    await save(desk, { action: 'promotions.define', seen }, promotion)
    const usual = (await readSettings(desk.db))['bonus.factor']
    const short =
      code.length < safeLength
        ? [`Warning: a code of ${code.length} characters is found by trying; set a quota.`]
        : []
    const said = `${code} is defined and ${promotion.isOn ? 'on' : 'off: kapao promotions switch'}.`
    return { text: [said, ...short, ...warningsOf(promotion, usual)].join('\n'), json: promotion }
  },
}

const turn: Command = {
  name: 'promotions switch',
  args: ['CODE', 'on|off'],
  about: 'Offers a code to members, or stops offering it. Members who hold it keep it.',
  options: {},
  examples: ['kapao promotions switch SONGKRAN50 on'],
  run: async (desk, typed) => {
    const state = typed.args[1]
    if (state !== 'on' && state !== 'off') wrongUsage('Say on or off.')
    const found = await loadCode(desk, typed.args[0]!)
    await save(
      desk,
      { action: 'promotions.switch', seen: seenOf(found) },
      { ...found, isOn: state === 'on' },
    )
    return { text: `${found.code} is ${state}.`, json: { code: found.code, isOn: state === 'on' } }
  },
}

async function loadCode({ db }: Pick<Desk, 'db'>, typed: string): Promise<PromotionCode> {
  const found = await findCode(db, normalCode(typed))
  if (!found) throw new CommandFault(exitCodes.refused, `There is no promotion code ${typed}.`)
  return found
}

/** The change and its author, in one transaction. */
async function save(
  { db, clock, requestId, actor }: Desk,
  { action, seen }: { action: 'promotions.define' | 'promotions.switch'; seen: Seen },
  promotion: Omit<PromotionCode, 'given' | 'updatedAt'>,
): Promise<void> {
  const by = await actor()
  const at = clock.now()
  await db.begin(async (tx) => {
    await lockCodes(tx)
    const before = await findCode(tx, promotion.code)
    refuseWhenMoved(promotion.code, before, seen)
    await saveCode(tx, promotion, at)
    const subject = `promotion:${promotion.code}`
    await recordAudit(tx, { at, actor: by, requestId, action, subject, before, after: promotion })
  })
}

export const promotionsGroup: Group = {
  name: 'promotions',
  about: 'Codes that members type for a reward, once each.',
  commands: [list, show, define, turn],
}
