import { textOfMoney, type Currency } from '@kapao/contract/money'
import {
  paymentResolving,
  type PaymentResolution,
  type PaymentWhat,
} from '#desk/decisions/guarded/money.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { listUnsettled } from '#channels/qrcodes/payments/payment-store.ts'
import { type Code, listCodes } from '#channels/qrcodes/codes/store.ts'
import { closeOne } from '#channels/qrcodes/desk.ts'
import { listFindings } from '#channels/qrcodes/findings-store.ts'
import { decidePayment, textOfPayment } from '#channels/qrcodes/review.ts'
import type { Answer, Command, CliContext, Group } from '../../command.ts'
import { wrongUsage } from '../../terminal/fault.ts'
import { readWhy } from '../../terminal/typed.ts'
import { cut, listedMax, tableOf, textOfTime } from '../../terminal/print.ts'
import { answerDecided, type GuardedCommand } from '../confirm/second.ts'

const wordsMax = 80

const list: Command = {
  name: 'qrcodes list',
  args: [],
  about: 'QR codes that are live now, newest first.',
  options: {
    member: { value: 'ID', about: 'All codes of one member, including ended ones.' },
    payments: {
      value: null,
      about:
        'List payments reported by gateways that are not booked, or credited without confirmation.',
    },
    findings: {
      value: null,
      about: 'List findings for an operator: contradictions, and money that cannot be booked.',
    },
  },
  examples: [
    'kapao qrcodes list',
    'kapao qrcodes list --findings',
    'kapao qrcodes list --payments --json',
  ],
  run: async (cli, typed) => {
    const wanted = [typed.flag('payments'), typed.flag('findings'), typed.text('member') !== null]
    if (wanted.filter(Boolean).length > 1) wrongUsage('Ask for one list at a time.')
    if (typed.flag('payments')) return payments(cli)
    if (typed.flag('findings')) return findings(cli)
    return codes(cli, typed.text('member'))
  },
}

async function codes({ db }: CliContext, memberId: string | null) {
  const found = await listCodes(db, { memberId, live: memberId === null, limit: listedMax })
  const rows = found.map((one) => [
    one.reference,
    textOfTime(one.createdAt),
    one.memberId,
    one.provider,
    amountOf(one),
    one.state,
    one.why ? cut(one.why, wordsMax) : '-',
  ])
  const head = ['code', 'since', 'member', 'provider', 'amount', 'state', 'why']
  const json = found.map(
    ({ payload: _, key: _key, fingerprint: _print, ordered, amount, ...rest }) => ({
      ...rest,
      ordered: textOf(ordered, rest.currency),
      amount: amount === null ? null : textOf(amount, rest.currency),
    }),
  )
  return answer(head, rows, json)
}

async function payments({ db }: CliContext) {
  const found = await listUnsettled(db, listedMax)
  const rows = found.map((one) => [
    one.payment,
    textOfTime(one.createdAt),
    one.provider,
    one.reference,
    textOfPayment(one),
    one.state === 'settled' ? 'credited' : one.state,
    one.why ? cut(one.why, wordsMax) : '-',
  ])
  const head = ['payment', 'since', 'provider', 'code', 'amount', 'state', 'why']
  const json = found.map(({ amount: _, ...rest }) => rest)
  return answer(head, rows, json)
}

async function findings({ db }: CliContext) {
  const found = await listFindings(db, listedMax)
  const rows = found.map((one) => [
    String(one.id),
    textOfTime(one.createdAt),
    one.provider,
    one.about,
    cut(one.what, wordsMax),
  ])
  const json = found.map(({ id, ...rest }) => ({ id: String(id), ...rest }))
  return answer(['finding', 'since', 'provider', 'about', 'what'], rows, json)
}

function answer(head: string[], rows: string[][], json: object[]) {
  return { text: rows.length === 0 ? 'Nothing is open.' : tableOf(head, rows), json }
}

const close: Command = {
  name: 'qrcodes close',
  args: ['FINDING'],
  about: 'Closes a finding and records how it was solved; moves no money.',
  options: { why: { value: 'TEXT', about: 'How it was solved; it is recorded.' } },
  examples: ['kapao qrcodes close 12 --why "their test payment, said so by mail"'],
  run: async (cli, typed) => {
    const text = typed.args[0]!
    if (!/^\d{1,18}$/.test(text))
      wrongUsage('A finding is named by its number; see qrcodes list --findings.')
    const why =
      typed.text('why') ?? wrongUsage('Say how it was solved with --why "..."; it is kept.')
    const actor = await cli.actor()
    await closeOne(cli, { id: text, why, actor, requestId: cli.requestId })
    return { text: `Finding ${text} is closed.`, json: { id: text, state: 'closed' } }
  },
}

const resolve: Command = {
  name: 'qrcodes resolve',
  args: ['PAYMENT'],
  about: 'Ends a payment of the exceptions list as you found it at the gateway.',
  options: {
    received: { value: 'AMOUNT', about: 'The gateway has received this amount: credit it.' },
    nothing: { value: null, about: 'The gateway has received nothing and never will.' },
    provider: { value: 'CODE', about: 'Which gateway, where two have a payment of this name.' },
    why: { value: 'TEXT', about: 'How you know; it is recorded.' },
  },
  examples: [
    'kapao qrcodes resolve 8c1f2a --received 40 --why "in their settlement of 21 November"',
    'kapao qrcodes resolve 8c1f2a --nothing --why "their test payment, said so by mail"',
  ],
  run: async (cli, typed) => {
    const payment = typed.args[0]!
    const [received, nothing] = [typed.text('received'), typed.flag('nothing')]
    if ((received === null) !== nothing) wrongUsage('Say either --received AMOUNT or --nothing.')
    const why = readWhy(typed)
    const provider = typed.text('provider')?.toUpperCase() ?? null
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const decision = { payment, provider, received, why, ...by }
    const decided = await decidePayment(openDeciding(cli).qrcodes, decision)
    return answerDecided(decided, (resolved) => answerResolved(payment, resolved))
  },
}

export const paymentResolved: GuardedCommand<PaymentWhat, PaymentResolution> = {
  guarded: paymentResolving,
  answer: (_desk, { payment }, resolved) => answerResolved(payment, resolved),
}

function answerResolved(payment: string, { before, money }: PaymentResolution): Answer {
  const isCredited = before.state === 'settled'
  const text = money
    ? `${payment} is received: ${textOfMoney(money)} ${money.currency}; ${isCredited ? 'it stays credited' : 'the worker books it'}.`
    : `${payment} is refused; ${isCredited ? 'its credit was taken back' : 'nothing is booked of it'}.`
  const state = money ? 'received' : 'refused'
  return { text, json: { provider: before.provider, payment, state } }
}

function amountOf({ amount, ordered, currency }: Code): string {
  return `${textOf(amount ?? ordered, currency)} ${currency}`
}

function textOf(amount: bigint, currency: Currency): string {
  return textOfMoney({ amount, currency })
}

export const qrcodesGroup: Group = {
  name: 'qrcodes',
  about: 'QR codes, and gateway payments that wait for an operator.',
  commands: [list, resolve, close],
}
