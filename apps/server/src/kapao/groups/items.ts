import { openDecide } from '#desk/decisions/decide.ts'
import { itemDeciding, type ItemWhat } from '#desk/decisions/guarded/money.ts'
import { decideOne } from '#desk/decisions/items.ts'
import { takeItem } from '#records/items/decide.ts'
import { findItem, listItems, type Item } from '#records/items/store.ts'
import type { Answer, Command, Group } from '../command.ts'
import { refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { answerDecided, type GuardedCommand } from './confirm/second.ts'
import { cut, listedMax, pairsOf, tableOf, textOfTime } from '../terminal/print.ts'

const wordsMax = 80

const list: Command = {
  name: 'items list',
  args: [],
  about: 'Items that wait for an operator, oldest first; moves nothing.',
  options: {
    kind: { value: 'KIND', about: 'Of one kind only, such as invite.linked.' },
    member: { value: 'ID', about: 'About one member only.' },
    decided: { value: null, about: 'List decided ones, newest first.' },
  },
  examples: ['kapao items list', 'kapao items list --kind invite.linked --json'],
  run: async ({ db }, typed) => {
    const wanted = { kind: typed.text('kind'), memberId: typed.text('member') }
    const open = !typed.flag('decided')
    const items = await listItems(db, { ...wanted, open, limit: listedMax })
    const rows = items.map((one) => [
      String(one.id),
      textOfTime(one.since),
      one.kind,
      membersOf(one),
      one.holds.join(', ') || '-',
      one.decision ?? one.takenBy ?? '-',
      cut(one.words, wordsMax),
    ])
    const head = ['item', 'since', 'kind', 'members', 'holds', 'state', 'what']
    const text = rows.length === 0 ? 'Nothing is on the list.' : tableOf(head, rows)
    return { text, json: items.map(jsonOfItem) }
  },
}

const show: Command = {
  name: 'items show',
  args: ['ITEM'],
  about: 'One item with its evidence.',
  options: {},
  examples: ['kapao items show 17'],
  run: async ({ db }, typed) => {
    const item = (await findItem(db, idOf(typed.args[0]!))) ?? noItem(typed.args[0]!)
    const pairs: [string, string][] = [
      ['item', String(item.id)],
      ['kind', item.kind],
      ['key', item.key],
      ['members', membersOf(item)],
      ['what', item.words],
      ['holds', item.holds.join(', ') || '-'],
      ['since', textOfTime(item.since)],
      ['taken', item.takenBy ? `${item.takenBy}, ${textOfTime(item.takenAt)}` : '-'],
      [
        'decided',
        item.decision
          ? `${item.decision} by ${item.decidedBy}, ${textOfTime(item.decidedAt)}: ${item.why}`
          : '-',
      ],
      ...Object.entries(item.evidence).map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ]
    return { text: pairsOf(pairs), json: jsonOfItem(item) }
  },
}

const take: Command = {
  name: 'items take',
  args: ['ITEM'],
  about: 'Marks an item as yours to check, so that others leave it; moves nothing.',
  options: {},
  examples: ['kapao items take 17'],
  run: async (cli, typed) => {
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const item = (await takeItem(cli, idOf(typed.args[0]!), by)) ?? noItem(typed.args[0]!)
    return { text: `Item ${item.id} is yours to look at.`, json: jsonOfItem(item) }
  },
}

const decide: Command = {
  name: 'items decide',
  args: ['ITEM'],
  about: 'Decides an item: its hold is released, or stays; moves no money.',
  options: {
    allow: { value: null, about: 'Nothing is wrong: release what it holds.' },
    deny: { value: null, about: 'The suspicion is right: what it holds is not given.' },
    why: { value: 'TEXT', about: 'How you know; it is recorded.' },
  },
  examples: [
    'kapao items decide 17 --allow --why "father and son, both talked to by phone"',
    'kapao items decide 17 --deny --why "the same person, who said so in the chat"',
  ],
  run: async (cli, typed) => {
    if (typed.flag('allow') === typed.flag('deny')) wrongUsage('Say either --allow or --deny.')
    const why =
      typed.text('why')?.trim() || wrongUsage('Say how you know with --why "..."; it is kept.')
    const decision = typed.flag('allow') ? ('allow' as const) : ('deny' as const)
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const decided = await decideOne(
      { ...cli, decide: openDecide(cli) },
      { id: idOf(typed.args[0]!), decision, why, ...by },
    )
    return answerDecided(decided, answerItem)
  },
}

export const itemDecided: GuardedCommand<ItemWhat, Item> = {
  guarded: itemDeciding,
  answer: (_desk, _what, item) => answerItem(item),
}

function answerItem(item: Item): Answer {
  return { text: `Item ${item.id} is decided: ${item.decision}.`, json: jsonOfItem(item) }
}

function idOf(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) wrongUsage('An item is named by its number; see items list.')
  return BigInt(text)
}

function noItem(text: string): never {
  return refuseCommand(`There is no open item ${text}.`)
}

function membersOf({ memberId, otherId }: Item): string {
  return [memberId, otherId].filter((one) => one !== null).join(', ') || '-'
}

function jsonOfItem({ id, ...rest }: Item) {
  return { id: String(id), ...rest }
}

export const itemsGroup: Group = {
  name: 'items',
  about: 'Items of every kind that an operator must decide.',
  commands: [list, show, take, decide],
}
