import { maskName, maskNumber } from '#core/console/work/masks.ts'
import { textOfMoney } from '@kapao/contract/money'
import { openDeciding } from '#desk/decisions/open.ts'
import { closeDiffering } from '#desk/queues/kinds/differing.ts'
import { closeUnread } from '#channels/bankfeed/unread/book.ts'
import { listReconciled, listUnread } from '#channels/bankfeed/store.ts'
import { listUnproven } from '#channels/bankfeed/unproven-store.ts'
import { slipsOf } from '#money/deposits/desk.ts'
import { refuseRequest } from '#money/deposits/end.ts'
import { giveBack } from '#money/deposits/give-back.ts'
import { findRequest, listRequests } from '#money/deposits/request-store.ts'
import {
  countShown,
  listDiffering,
  listReferences,
  listDepositReports,
} from '#money/deposits/report-store.ts'
import { type Deposit, findDeposit, listSuspended } from '#money/deposits/store.ts'
import { listSlipsById } from '#channels/slips/store.ts'
import type { Command, CliContext, Group, CommandInput } from '../../command.ts'
import { fullOption, isInFull } from '../../terminal/in-full.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { readId, readWhy } from '../../terminal/typed.ts'
import { cut, listedMax, pairsOf, tableOf, textOfTime } from '../../terminal/print.ts'
import { match, shown } from './match.ts'
import { takeBackOne } from './take-back.ts'

const wordsMax = 60
const example = '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88'

const list: Command = {
  name: 'deposits list',
  args: [],
  about: 'Deposits in suspense, oldest first.',
  options: {
    unproven: {
      value: null,
      about: 'List deposits, credited or waiting, that rest on a bank message alone.',
    },
    requests: { value: null, about: 'List requests that members have announced.' },
    differing: { value: null, about: 'List repeated reports that contradict each other.' },
    unread: { value: null, about: 'List bank messages that could not be parsed.' },
    reconciled: {
      value: null,
      about: 'List the comparison of banks and ledger for the last days.',
    },
  },
  examples: ['kapao deposits list', 'kapao deposits list --requests --json'],
  run: async (cli, typed) => {
    const kinds = { unproven, requests, differing, unread, reconciled }
    const asked = Object.keys(kinds).filter((name) => typed.flag(name))
    if (asked.length > 1) wrongUsage('Ask for one list at a time.')
    return kinds[asked[0] as keyof typeof kinds]?.(cli) ?? suspended(cli)
  },
}

async function suspended({ db }: CliContext) {
  const found = (await listSuspended(db, { limit: listedMax })).map(masked)
  const ids = found.map(({ id }) => id)
  const shown = await countShown(db, ids)
  const rows = found.map((one) => [
    one.id,
    textOfTime(one.createdAt),
    `${textOfMoney(one)} ${one.currency}`,
    one.houseParty,
    payerOf(one),
    one.memberId ?? '-',
    // More than one slip: another member claims it too, and the member named here was only the first.
    `${one.why ?? '-'}${(shown.get(one.id) ?? 0) > 1 ? `, ${shown.get(one.id)} slips` : ''}`,
  ])
  const head = ['deposit', 'since', 'amount', 'came to', 'paid by', 'member', 'why']
  return tableOrNothing(head, rows, found.map(jsonOf))
}

async function unproven({ db }: CliContext) {
  const found = await listUnproven(db, listedMax)
  const rows = found.map((one) => [
    one.id,
    textOfTime(one.reportedAt),
    `${textOfMoney(one)} ${one.currency}`,
    one.party,
    one.channel,
    one.memberId ?? '-',
    `${one.isCredited ? 'credited' : 'waits'}${one.deniedAt ? ', DENIED' : ''}`,
  ])
  const json = found.map((one) => ({ ...one, amount: textOfMoney(one) }))
  return tableOrNothing(
    ['deposit', 'reported', 'amount', 'came to', 'by', 'member', 'state'],
    rows,
    json,
  )
}

async function requests({ db }: CliContext) {
  const found = await listRequests(db, listedMax)
  const rows = found.map((one) => [
    one.id,
    textOfTime(one.createdAt),
    one.memberId,
    `${textOfMoney(one)} ${one.currency}`,
  ])
  const json = found.map(({ id, memberId, createdAt, currency, amount }) => ({
    id,
    memberId,
    createdAt,
    currency,
    amount: textOfMoney({ amount, currency }),
  }))
  return tableOrNothing(['request', 'since', 'member', 'amount'], rows, json)
}

async function differing({ db }: CliContext) {
  const found = await listDiffering(db, listedMax)
  const rows = found.map((one) => [
    one.deposit,
    textOfTime(one.createdAt),
    one.channel,
    `${textOfMoney(one)} ${one.currency}`,
    one.isOtherPayer ? 'payer' : 'money',
    one.eventId,
  ])
  const json = found.map((one) => ({ ...one, amount: textOfMoney(one) }))
  return tableOrNothing(['deposit', 'reported', 'by', 'amount', 'differs in', 'event'], rows, json)
}

async function unread({ db }: CliContext) {
  const found = await listUnread(db, listedMax)
  const rows = found.map((one) => [
    one.eventId,
    textOfTime(one.receivedAt),
    one.source,
    one.why,
    cut(one.text, wordsMax),
  ])
  return tableOrNothing(['event', 'received', 'from', 'why', 'text'], rows, found)
}

async function reconciled({ db }: CliContext) {
  const found = await listReconciled(db, listedMax)
  const rows = found.map((one) => [
    one.day,
    one.party,
    String(one.lines),
    one.differences.length === 0
      ? 'agrees'
      : one.differences.map(({ kind, reference }) => `${kind} ${reference}`).join(', '),
  ])
  return tableOrNothing(['day', 'account', 'lines', 'differences'], rows, found)
}

const show: Command = {
  name: 'deposits show',
  args: ['ID'],
  about: 'Shows one deposit, with every report of it.',
  options: fullOption,
  examples: [`kapao deposits show ${example}`],
  run: async (cli, typed) => {
    const { db } = cli
    const id = readId(typed.args[0]!, 'deposits list')
    const deposit = await findDeposit(db, id)
    if (!deposit) refuseCommand(`There is no deposit ${id}.`)
    const found = (await isInFull(cli, typed, deposit.memberId ?? id)) ? deposit : masked(deposit)
    const [references, reports] = [await listReferences(db, id), await listDepositReports(db, id)]
    const lines = reports.map(
      (one) =>
        `${textOfTime(one.createdAt)} ${one.channel} ${textOfMoney(one)} ${one.currency}${one.differs ? ' DIFFERS' : ''}${one.isOtherPayer ? ' OTHER PAYER' : ''} ${one.eventId}`,
    )
    const slips = await listSlipsById(db, slipsOf(reports))
    const shown = slips.map((one) => `slip ${one.reference} of ${one.memberId}, ${one.state}`)
    const text = pairsOf([
      ['id', found.id],
      ['amount', `${textOfMoney(found)} ${found.currency}`],
      ['came to', `${found.houseKind} ${found.houseParty}`],
      ['paid at', textOfTime(found.paidAt)],
      ['paid by', payerOf(found)],
      ['state', found.why === null ? found.state : `${found.state} (${found.why})`],
      ['member', found.memberId ?? '-'],
      ['references', references.join(', ') || '-'],
      ['note', found.note ?? '-'],
      ...lines.map((line, at): [string, string] => [at === 0 ? 'reported' : '', line]),
      ...shown.map((line, at): [string, string] => [at === 0 ? 'shown by' : '', line]),
    ])
    const seen = reports.map((one) => ({ ...one, amount: textOfMoney(one) }))
    const shownBy = slips.map(({ reference, memberId, state }) => ({ reference, memberId, state }))
    return { text, json: { ...jsonOf(found), references, reports: seen, shownBy } }
  },
}

const refuse: Command = {
  name: 'deposits refuse',
  args: ['ID'],
  about: 'Books waiting money out because you send it back, or ends a request that was not paid.',
  options: { why: { value: 'TEXT', about: 'Why, and how it goes back; it is recorded.' } },
  examples: [`kapao deposits refuse ${example} --why "sent back to the payer, bank receipt 4711"`],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'deposits list')
    const note = readWhy(typed)
    const decided = { id, note, actor: await cli.actor(), requestId: cli.requestId }
    const resolving = openDeciding(cli).deposits
    if (await findRequest(cli.db, id)) {
      await refuseRequest(resolving, decided)
      return { text: `Request ${id} is refused.`, json: { id, state: 'refused' } }
    }
    const returned = await giveBack(resolving, decided)
    const sum = `${textOfMoney(returned)} ${returned.currency}`
    const text = `${id} is out of the books: send ${sum} back to ${payerOf(masked(returned))} from ${returned.houseParty}.`
    return { text, json: { id, state: 'returned' } }
  },
}

const seen: Command = {
  name: 'deposits seen',
  args: ['EVENT'],
  about:
    'Closes a message that could not be parsed, or a report of the list of differing ones, once you have dealt with it.',
  options: {
    channel: { value: 'CHANNEL', about: 'For a differing report: which channel reported it.' },
    why: { value: 'TEXT', about: 'For a differing report: how it was cleared up; it is recorded.' },
  },
  examples: [
    'kapao deposits seen sms-4711',
    'kapao deposits seen sms-4712 --channel sms --why "the bank app shows 500.00"',
  ],
  run: async (cli, typed) => {
    const eventId = typed.args[0]!
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const why = typed.text('why')
    if (why === null) await closeUnread(cli, { eventId }, { action: 'bankfeed.seen', ...by })
    else await closeDiffering(cli, { channel: channelOf(typed), eventId, why, ...by })
    return { text: `${eventId} is off the list.`, json: { eventId } }
  },
}

function channelOf(typed: CommandInput): string {
  return (
    typed.text('channel') ?? wrongUsage('Say which channel reported it with --channel CHANNEL.')
  )
}

function payerOf({ payerBank, payerAccount, payerName }: Deposit): string {
  return [payerBank, payerAccount, payerName].filter(Boolean).join(' ') || '-'
}

function masked(one: Deposit): Deposit {
  const { payerAccount, payerName } = one
  return {
    ...one,
    payerAccount: payerAccount && maskNumber(payerAccount),
    payerName: payerName && maskName(payerName),
  }
}

function tableOrNothing(head: string[], rows: string[][], json: unknown) {
  return { text: rows.length === 0 ? 'Nothing is waiting.' : tableOf(head, rows), json }
}

function jsonOf(one: Deposit): object {
  const { coins, statementSeq, ...rest } = one
  return {
    ...rest,
    amount: textOfMoney(one),
    coins: String(coins),
    statementSeq: statementSeq === null ? null : String(statementSeq),
  }
}

export const depositsGroup: Group = {
  name: 'deposits',
  about: 'Deposits that wait for an operator.',
  commands: [list, show, match, shown, refuse, takeBackOne, seen],
}
