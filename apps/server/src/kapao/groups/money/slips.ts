import { maskName, maskNumber } from '#core/console/work/masks.ts'
import { textOfMoney } from '@kapao/contract/money'
import { findSlip, listSlips, type Slip, type SlipState } from '#channels/slips/store.ts'
import type { Command, Group } from '../../command.ts'
import { fullOption, isInFull } from '../../terminal/in-full.ts'
import { refuseCommand } from '../../terminal/fault.ts'
import { listedMax, pairsOf, tableOf, textOfTime } from '../../terminal/print.ts'

const openStates: readonly SlipState[] = ['waiting', 'paying']

const list: Command = {
  name: 'slips list',
  args: [],
  about: 'Slips that are still being checked, newest first.',
  options: {
    refused: { value: null, about: 'Show those that were refused instead.' },
    all: { value: null, about: 'Show every slip.' },
    member: { value: 'ID', about: 'Only those of one member.' },
  },
  examples: ['kapao slips list', 'kapao slips list --refused --member 7Q2M4XK9TB3C --json'],
  run: async ({ db }, typed) => {
    const states: SlipState[] = typed.flag('all')
      ? [...openStates, 'credited', 'refused']
      : typed.flag('refused')
        ? ['refused']
        : [...openStates]
    const found = await listSlips(db, { states, memberId: typed.text('member'), limit: listedMax })
    const head = ['slip', 'uploaded', 'member', 'amount', 'state', 'why']
    const rows = found.map((one) => [
      one.reference,
      textOfTime(one.uploadedAt),
      one.memberId,
      amountOf(one),
      one.state,
      one.note ?? one.why ?? '-',
    ])
    const text = rows.length === 0 ? 'There are no such slips.' : tableOf(head, rows)
    return { text, json: found.map((one) => jsonOf(masked(one))) }
  },
}

const show: Command = {
  name: 'slips show',
  args: ['REFERENCE'],
  about: 'One slip: what was read on it, the bank’s answer, and where its picture is stored.',
  options: fullOption,
  examples: ['kapao slips show 7Q2M4XK9TB3C'],
  run: async (cli, typed) => {
    const reference = typed.args[0]!.toUpperCase()
    const slip = await findSlip(cli.db, reference)
    if (!slip) refuseCommand(`There is no slip ${reference}.`)
    const found = (await isInFull(cli, typed, slip.memberId)) ? slip : masked(slip)
    return { text: textOf(found), json: jsonOf(found) }
  },
}

function amountOf({ amount, currency }: Slip): string {
  return amount === null ? '-' : `${textOfMoney({ amount, currency })} ${currency}`
}

function textOf(one: Slip): string {
  return pairsOf([
    ['slip', one.reference],
    ['member', one.memberId],
    ['uploaded', textOfTime(one.uploadedAt)],
    ['state', one.state],
    ['reason', one.note ?? '-'],
    ['why', one.why ?? '-'],
    ['transfer', one.transRef === null ? '-' : `${one.bank} ${one.transRef}`],
    ['amount', amountOf(one)],
    ['paid into', one.arrival?.party ?? '-'],
    ['paid by', one.arrival ? payerOf(one.arrival.payer) : '-'],
    ['paid at', one.arrival ? textOfTime(new Date(one.arrival.paidAt)) : '-'],
    ['deposit', one.deposit ?? '-'],
    ['looked at', `${one.tries} times`],
    ['picture', one.picture ? `uploads/slips/${one.picture} in DATA_DIR` : '-'],
  ])
}

function masked(one: Slip): Slip {
  if (!one.arrival) return one
  const { payer } = one.arrival
  const account = payer.account && { account: maskNumber(payer.account) }
  const name = payer.name && { name: maskName(payer.name) }
  return { ...one, arrival: { ...one.arrival, payer: { ...payer, ...account, ...name } } }
}

function payerOf({ bank, account, name }: NonNullable<Slip['arrival']>['payer']): string {
  return [name, bank, account].filter(Boolean).join(' ') || '-'
}

function jsonOf(one: Slip): object {
  const { amount, seq, payload: _, incoming: _incoming, pictureName: _name, ...rest } = one
  const text = amount === null ? null : textOfMoney({ amount, currency: one.currency })
  return { ...rest, seq: String(seq), amount: text }
}

export const slipsGroup: Group = {
  name: 'slips',
  about: 'Pictures of bank slips and their results.',
  commands: [list, show],
}
