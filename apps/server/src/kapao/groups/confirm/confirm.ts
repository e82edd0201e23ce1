import { nameOf } from '#core/audit/actor.ts'
import {
  giftlinkResolving,
  transferResolving,
  type LinkWhat,
  type TransferWhat,
} from '#desk/decisions/guarded/money.ts'
import { readChange } from '#desk/queues/kinds/change/change.ts'
import { confirm, drop } from '#records/confirm/confirm.ts'
import { findAsked, findSeconds, listWaiting, type ConfirmRequest } from '#records/confirm/store.ts'
import type { Answer, Command, CliContext, Group } from '../../command.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { cut, jsonOf, listedMax, pairsOf, tableOf, textOfTime } from '../../terminal/print.ts'
import { readNumber } from '../../terminal/typed.ts'
import { itemDecided } from '../items.ts'
import { depositShown, matched, requestConfirmed } from '../money/match.ts'
import { paymentResolved } from '../money/qrcodes.ts'
import { withdrawalBounced, withdrawalReturned } from '../money/withdrawals.ts'
import { bonusDefined, bonusSwitched } from '../rewards/bonus.ts'
import { inviteCounted } from '../rewards/invite.ts'
import { promotionDefined, promotionSwitched } from '../rewards/promotions.ts'
import { wheelDefined, wheelSwitched } from '../rewards/wheel.ts'
import { operatorAdded, operatorDisabled, operatorEnabled, rolesChanged } from '../operator.ts'
import { differenceSettled, houseOpened } from '../recovery/guarded.ts'
import { settingSet } from '../settings.ts'
import { payoutsResumed } from '../payouts.ts'
import { runGuarded, textOfSeconds, type GuardedCommand } from './second.ts'
import { textOfSides } from './sides.ts'

const wordsMax = 80

/** Asked for by a call of the console, at its page or at a terminal. */
const transferResolved: GuardedCommand<TransferWhat, { id: string }> = {
  guarded: transferResolving,
  answer: (_cli, { done }, { id }) => ended(id, done ? 'done' : 'returned'),
}
const giftlinkResolved: GuardedCommand<LinkWhat, unknown> = {
  guarded: giftlinkResolving,
  answer: (_cli, { id, received }) => ended(id, received === null ? 'refused' : 'received'),
}

function ended(id: string, state: string): Answer {
  return { text: `${id} is ${state}.`, json: { id, state } }
}

/** All commands that may wait for a second operator, whether it was asked for here or at the console. */
const everyCommand = [
  settingSet,
  operatorAdded,
  rolesChanged,
  operatorDisabled,
  operatorEnabled,
  bonusDefined,
  promotionDefined,
  wheelDefined,
  bonusSwitched,
  promotionSwitched,
  wheelSwitched,
  matched,
  requestConfirmed,
  depositShown,
  paymentResolved,
  giftlinkResolved,
  transferResolved,
  withdrawalReturned,
  withdrawalBounced,
  payoutsResumed,
  itemDecided,
  inviteCounted,
  differenceSettled,
  houseOpened,
] as unknown as readonly GuardedCommand<unknown, unknown>[]

const list: Command = {
  name: 'confirm list',
  args: [],
  about: 'Requests of one operator that a second one must confirm, oldest first.',
  options: {},
  examples: ['kapao confirm list'],
  run: async ({ db }) => {
    const waiting = await listWaiting(db, listedMax)
    const found = await Promise.all(
      waiting.map(async (one) => ({ ...one, waitsFor: await waitsFor(db, one) })),
    )
    const rows = found.map((one) => [
      one.id,
      textOfTime(one.askedAt),
      nameOf(one.askedBy),
      cut(one.words, wordsMax),
      one.waitsFor,
    ])
    const head = ['NUMBER', 'SINCE', 'ASKED BY', 'WHAT', 'WAITS FOR']
    return { text: rows.length === 0 ? 'Nothing waits.' : tableOf(head, rows), json: found }
  },
}

async function waitsFor(db: CliContext['db'], one: ConfirmRequest): Promise<string> {
  if (one.state === 'confirmed') return 'any operator: it was cut off'
  return textOfSeconds(await findSeconds(db, one))
}

const show: Command = {
  name: 'confirm show',
  args: ['NUMBER'],
  about: 'Shows one request in full detail.',
  options: {},
  examples: ['kapao confirm show 12'],
  run: async ({ db }, typed) => {
    const id = readNumber(typed.args[0]!, 'confirm list')
    const one = (await findAsked(db, id)) ?? refuseCommand(`There is no request ${id}.`)
    const text = pairsOf([
      ['number', one.id],
      ['what', `${one.kind}: ${one.words}`],
      ['about', one.subject],
      ['asked', `${textOfTime(one.askedAt)} by ${one.askedBy}`],
      ['state', one.state],
      ['decided', one.decidedBy ? `${textOfTime(one.decidedAt)} by ${one.decidedBy}` : '-'],
      ...(one.refusal ? [['why not', one.refusal] as [string, string]] : []),
      ['in full', jsonOf(one.what)],
    ])
    const rows = textOfSides(await readChange(db, one))
    const head = ['CHANGES', 'AS IT IS', 'AS IT WOULD BE']
    return { text: rows.length === 0 ? text : `${text}\n\n${tableOf(head, rows)}`, json: one }
  },
}

const yes: Command = {
  name: 'confirm yes',
  args: ['NUMBER'],
  about: 'Confirms another operator’s request, and runs it. See show first.',
  options: {},
  examples: ['kapao confirm yes 12'],
  run: async (cli, typed) => {
    const id = readNumber(typed.args[0]!, 'confirm list')
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    return confirm(cli, { id, ...by, workOf: (asked) => workOf(cli, asked) })
  },
}

function workOf(cli: CliContext, { kind, what }: ConfirmRequest): (() => Promise<Answer>) | null {
  const doing = everyCommand.find(({ guarded }) => guarded.kind === kind)
  return doing ? () => runGuarded(cli, doing, what) : null
}

const no: Command = {
  name: 'confirm no',
  args: ['NUMBER'],
  about: 'Rejects a request, including your own; nothing is done.',
  options: { why: { value: 'TEXT', about: 'Why not; it is recorded.' } },
  examples: ['kapao confirm no 12 --why "not our account"'],
  run: async (cli, typed) => {
    const id = readNumber(typed.args[0]!, 'confirm list')
    const why = typed.text('why') ?? wrongUsage('Say why not with --why "..."; it is kept.')
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const { words } = await drop(cli, { id, why, ...by })
    return { text: `Dropped: ${words}`, json: { id, state: 'dropped' } }
  },
}

export const confirmGroup: Group = {
  name: 'confirm',
  about: 'Requests that one operator cannot make alone.',
  commands: [list, show, yes, no],
}
