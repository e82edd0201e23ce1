import { wordsByLanguage } from '@kapao/contract/bonus'
import { z } from 'zod'
import {
  promotionDefining,
  savePromotion,
  seenOf,
  type NewPromotion,
  type PromotionWhat,
} from '#desk/decisions/guarded/rewards.ts'
import { promotionSwitching, type SwitchWhat } from '#desk/decisions/guarded/switching.ts'
import { findCode, listCodes, normalCode, type PromotionCode } from '#rewards/promotion/store.ts'
import { readSettings } from '#settings/read.ts'
import type { Command, CliContext, Group } from '../../command.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { listedMax, tableOf, textOfTime } from '../../terminal/print.ts'
import { contextOf, type GuardedCommand } from '../second.ts'
import {
  answerSwitched,
  defineOrAsk,
  fileOption,
  offerOrAsk,
  readDefinition,
  rewardFields,
  warningsOf,
} from './definition.ts'

/** Shorter codes can be found by guessing; eight letters and digits are forty bits. */
const safeLength = 8

const definition = z.strictObject({ ...rewardFields, description: wordsByLanguage })

const list: Command = {
  name: 'promotions list',
  args: [],
  about: 'Lists the promotion codes, the newest first.',
  options: {},
  examples: ['kapao promotions list'],
  right: 'rewards.see',
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
  right: 'rewards.see',
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
  right: 'rewards.change',
  run: async (cli, typed) => {
    const typedCode = typed.args[0]
    const code = typedCode === undefined ? cli.ids.code() : normalCode(typedCode)
    if (!/^[^\p{C}\s]{1,64}$/u.test(code)) wrongUsage('A code has 1 to 64 letters and digits.')
    const stored = await findCode(cli.db, code)
    const what = { ...(await readDefinition(typed, definition)), code, seen: seenOf(stored) }
    return defineOrAsk(cli, promotionDefined, { noun: 'promotion', what, stored })
  },
}

export const promotionDefined: GuardedCommand<PromotionWhat, NewPromotion> = {
  guarded: promotionDefining,
  answer: async ({ db }, { code }, promotion) => {
    const usual = (await readSettings(db))['bonus.factor']
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
  about:
    'Offers a code to members, or stops offering it. Members who hold it keep it. To offer it again is like defining it.',
  options: {},
  examples: ['kapao promotions switch SONGKRAN50 on'],
  right: 'rewards.change',
  run: async (cli, typed) => {
    const state = typed.args[1]
    if (state !== 'on' && state !== 'off') wrongUsage('Say on or off.')
    const found = await loadCode(cli, typed.args[0]!)
    if (state === 'on')
      return offerOrAsk(cli, promotionSwitched, { noun: 'promotion', stored: found })
    await savePromotion(
      await contextOf(cli),
      { action: 'promotions.switch', seen: seenOf(found) },
      { ...found, isOn: false },
    )
    return answerSwitched(found, 'off')
  },
}

const promotionSwitched: GuardedCommand<SwitchWhat, PromotionCode> = {
  guarded: promotionSwitching,
  answer: (_desk, _what, promotion) => answerSwitched(promotion, 'on'),
}

async function loadCode({ db }: Pick<CliContext, 'db'>, typed: string): Promise<PromotionCode> {
  const found = await findCode(db, normalCode(typed))
  return found ?? refuseCommand(`There is no promotion code ${typed}.`)
}

export const promotionsGroup: Group = {
  name: 'promotions',
  about: 'Codes that members type for a reward, once each.',
  commands: [list, show, define, turn],
}
