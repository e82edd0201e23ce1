import { textOfMoney } from '@kapao/contract/money'
import { markReviewed } from '#records/review/review.ts'
import { findAct, listActs, listReaders, type Act } from '#records/review/store.ts'
import type { Command, CliContext, Group } from '../command.ts'
import { nameOf } from '#core/audit/actor.ts'
import { refuseCommand } from '../terminal/fault.ts'
import { cut, jsonOf, listedMax, pairsOf, tableOf, textOfTime } from '../terminal/print.ts'
import { readNumber } from '../terminal/typed.ts'

const wordsMax = 50

const list: Command = {
  name: 'review list',
  args: [],
  about: 'Acts that one operator did alone and that wait for a review, oldest first.',
  options: {
    all: { value: null, about: 'Also show reviewed and confirmed acts, newest first.' },
    member: { value: 'ID', about: 'Only acts on the money of this member.' },
  },
  examples: ['kapao review list', 'kapao review list --all --member 7KQ2M4XW9PZA'],
  run: async ({ db }, typed) => {
    const filter = { isAll: typed.flag('all'), memberId: typed.text('member'), limit: listedMax }
    const found = await listActs(db, filter)
    const readers = await readersOf(db, found)
    const rows = found.map((one) => [
      one.id,
      textOfTime(one.at),
      nameOf(one.actor),
      one.action,
      sumOf(one),
      one.memberId ?? '-',
      cut(one.why ?? '-', wordsMax),
      standingOf(one, readers),
    ])
    const head = ['NUMBER', 'SINCE', 'DONE BY', 'WHAT', 'AMOUNT', 'MEMBER', 'WHY', 'READ BY']
    const text = rows.length === 0 ? 'Nothing waits for review.' : tableOf(head, rows)
    return { text, json: found.map(plain) }
  },
}

async function readersOf(
  db: CliContext['db'],
  acts: readonly Act[],
): Promise<Map<string, string[]>> {
  const readers = new Map<string, string[]>()
  for (const actor of new Set(acts.map((one) => one.actor)))
    readers.set(actor, await listReaders(db, actor))
  return readers
}

function standingOf(one: Act, readers: ReadonlyMap<string, string[]>): string {
  if (one.second !== null) return `${nameOf(one.second)}, who asked for it`
  if (one.tickedBy !== null) return nameOf(one.tickedBy)
  const may = readers.get(one.actor) ?? []
  const waits =
    may.length === 0
      ? 'waits: there is no other operator'
      : `waits for ${may.map(nameOf).join(' or ')}`
  return one.isLate ? `LATE, ${waits}` : waits
}

const show: Command = {
  name: 'review show',
  args: ['NUMBER'],
  about: 'Shows one act in full detail.',
  options: {},
  examples: ['kapao review show 12'],
  run: async ({ db }, typed) => {
    const id = readNumber(typed.args[0]!, 'review list')
    const one = (await findAct(db, id)) ?? refuseCommand(`There is no act ${id}.`)
    const text = pairsOf([
      ['number', one.id],
      ['what', one.action],
      ['about', one.subject],
      ['member', one.memberId ?? '-'],
      ['amount', sumOf(one)],
      ['done', `${textOfTime(one.at)} by ${one.actor}`],
      ['why', one.why ?? '-'],
      [
        'read',
        one.tickedAt ? `${textOfTime(one.tickedAt)} by ${one.tickedBy}` : (one.second ?? '-'),
      ],
      ['note', one.note ?? '-'],
      ['before', jsonOf(one.before)],
      ['after', jsonOf(one.after)],
    ])
    return { text, json: plain(one) }
  },
}

const tickOne: Command = {
  name: 'review tick',
  args: ['NUMBER'],
  about: 'Records that you have reviewed another operator’s act and approve it. See show first.',
  options: { note: { value: 'TEXT', about: 'What you have checked; it is recorded.' } },
  examples: ['kapao review tick 12 --note "the bank shows it, line 4711"'],
  run: async (cli, typed) => {
    const id = readNumber(typed.args[0]!, 'review list')
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const act = await markReviewed(cli, { id, note: typed.text('note'), ...by })
    const text = `${id} is read: ${act.action} by ${nameOf(act.actor)}.`
    return { text, json: { id, state: 'read' } }
  },
}

function sumOf({ amount, currency }: Act): string {
  return amount === null || currency === null
    ? '-'
    : `${textOfMoney({ amount, currency })} ${currency}`
}

function plain(one: Act): object {
  return { ...one, amount: one.amount === null ? null : sumOf(one) }
}

export const reviewGroup: Group = {
  name: 'review',
  about: 'Acts that one operator did alone, for another one to review.',
  commands: [list, show, tickOne],
}
