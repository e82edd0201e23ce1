import { bonusTypes } from '@kapao/contract/bonus'
import { banner } from '@kapao/contract/fields'
import { textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import {
  bonusDefining,
  saveBonus,
  seenOf,
  type BonusWhat,
  type NewBonus,
} from '#desk/decisions/guarded/rewards.ts'
import { bonusSwitching, type SwitchWhat } from '#desk/decisions/guarded/switching.ts'
import { findCampaign, listCampaigns, type Campaign } from '#money/bonus/campaign-store.ts'
import { findHeld } from '#money/bonus/read.ts'
import { listOpen, listTakings, type HeldBonus } from '#money/bonus/store.ts'
import { readSettings } from '#settings/read.ts'
import type { Command, Group } from '../../command.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { listedMax, pairsOf, tableOf, textOfTime } from '../../terminal/print.ts'
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

const codeForm = /^[A-Z0-9_.-]{1,64}$/

const definition = z.strictObject({
  ...rewardFields,
  type: z.enum(bonusTypes),
  maxReceived: z.int().min(1).max(1000),
  banners: z.strictObject({
    th: z.array(banner).max(10),
    la: z.array(banner).max(10),
    en: z.array(banner).max(10),
  }),
})

const list: Command = {
  name: 'bonus list',
  args: [],
  about: 'Lists the bonuses, or with --held the members who hold one now.',
  options: { held: { value: null, about: 'Members who hold one, of any source.' } },
  examples: ['kapao bonus list', 'kapao bonus list --held --json'],
  right: 'rewards.see',
  run: async ({ db }, typed) => {
    if (typed.flag('held')) return answerHeld(await listOpen(db, listedMax))
    const campaigns = await listCampaigns(db, listedMax)
    const rows = campaigns.map((one) => [
      one.code,
      one.isOn ? 'on' : 'off',
      `${one.maxReceived} a ${one.type === 'limit' ? 'member' : `${one.type} and member`}`,
      `${one.given}${one.quota === null ? '' : ` of ${one.quota}`}`,
      one.terms.factor ?? 'as set',
      textOfTime(one.updatedAt),
    ])
    const head = ['BONUS', 'STATE', 'MAY BE RECEIVED', 'GIVEN', 'TIMES', 'CHANGED']
    const text = rows.length === 0 ? 'There is no bonus yet.' : tableOf(head, rows)
    return { text, json: campaigns }
  },
}

function answerHeld(held: HeldBonus[]) {
  const money = (amount: bigint, { currency }: HeldBonus) => textOfMoney({ amount, currency })
  const rows = held.map((one) => [
    one.memberId,
    one.source,
    one.code,
    one.state,
    `${money(one.bonus, one)} ${one.currency}`,
    money(one.target, one),
    String(one.tries),
    textOfTime(one.createdAt),
  ])
  const head = ['MEMBER', 'FROM', 'CODE', 'STATE', 'GIVEN', 'TARGET', 'TRIES', 'SINCE']
  const text = rows.length === 0 ? 'Nobody holds one.' : tableOf(head, rows)
  return { text, json: held.map(jsonOf) }
}

function jsonOf(held: HeldBonus): object {
  return Object.fromEntries(
    Object.entries(held).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? String(value) : value,
    ]),
  )
}

const show: Command = {
  name: 'bonus show',
  args: ['CODE|MEMBER'],
  about: 'One bonus as it is defined, or a member’s bonus with the money being deducted.',
  options: {},
  examples: ['kapao bonus show WELCOME', 'kapao bonus show 7K2M9QX4T1BC'],
  right: 'rewards.see',
  run: async ({ db }, typed) => {
    const wanted = typed.args[0]!
    const campaign = await findCampaign(db, wanted)
    if (campaign) return { text: JSON.stringify(shown(campaign), null, 2), json: shown(campaign) }
    const held = await findHeld(db, wanted)
    if (!held) refuseCommand(`There is no bonus ${wanted}, and no member of that id who holds one.`)
    const takings = await listTakings(db, held.id)
    const { currency } = held
    const text = pairsOf([
      ['member', held.memberId],
      ['from', `${held.source} ${held.code}`],
      ['state', held.state],
      ['had before', textOfMoney({ amount: held.deposit, currency })],
      ['given', textOfMoney({ amount: held.bonus, currency })],
      ['target', textOfMoney({ amount: held.target, currency })],
      ['ends at', textOfMoney({ amount: held.endAmount, currency })],
      ['since', textOfTime(held.createdAt)],
      ...takings.map(({ game, transfer, taken, attempt }): [string, string] => [
        game,
        taken === null ? `try ${attempt}, transfer ${transfer ?? '-'}` : 'taken',
      ]),
    ])
    return { text, json: jsonOf(held) }
  },
}

function shown({ terms, banners, ...rest }: Campaign): object {
  return { ...rest, terms, banners }
}

const define: Command = {
  name: 'bonus define',
  args: ['CODE'],
  about:
    'Adds a bonus, or changes one. What members hold already keeps the terms it was given under.',
  options: fileOption,
  examples: ['kapao bonus define WELCOME --file welcome.json'],
  right: 'rewards.change',
  run: async (cli, typed) => {
    const code = codeOf(typed.args[0]!)
    const stored = await findCampaign(cli.db, code)
    const what = { ...(await readDefinition(typed, definition)), code, seen: seenOf(stored) }
    return defineOrAsk(cli, bonusDefined, { noun: 'bonus', what, stored })
  },
}

export const bonusDefined: GuardedCommand<BonusWhat, NewBonus> = {
  guarded: bonusDefining,
  answer: async ({ db }, { code }, campaign) => {
    const usual = (await readSettings(db))['bonus.factor']
    const said = `${code} is defined and ${campaign.isOn ? 'on' : 'off: kapao bonus switch'}.`
    return { text: [said, ...warningsOf(campaign, usual)].join('\n'), json: campaign }
  },
}

const turn: Command = {
  name: 'bonus switch',
  args: ['CODE', 'on|off'],
  about:
    'Offers a bonus to members, or stops offering it. Members who hold it keep it. To offer it again is like defining it.',
  options: {},
  examples: ['kapao bonus switch WELCOME on', 'kapao bonus switch WELCOME off'],
  right: 'rewards.change',
  run: async (cli, typed) => {
    const [code, state] = typed.args
    if (state !== 'on' && state !== 'off') wrongUsage('Say on or off.')
    const found = await findCampaign(cli.db, codeOf(code!))
    if (!found) refuseCommand(`There is no bonus ${code}.`)
    if (state === 'on') return offerOrAsk(cli, bonusSwitched, { noun: 'bonus', stored: found })
    await saveBonus(
      await contextOf(cli),
      { action: 'bonus.switch', seen: seenOf(found) },
      { ...found, isOn: false },
    )
    return answerSwitched(found, 'off')
  },
}

const bonusSwitched: GuardedCommand<SwitchWhat, Campaign> = {
  guarded: bonusSwitching,
  answer: (_desk, _what, campaign) => answerSwitched(campaign, 'on'),
}

function codeOf(typed: string): string {
  return codeForm.test(typed)
    ? typed
    : wrongUsage('A bonus is named with capitals, digits, dots, dashes and underscores.')
}

export const bonusGroup: Group = {
  name: 'bonus',
  about: 'Bonuses: their terms, and who holds one.',
  commands: [list, show, define, turn],
}
