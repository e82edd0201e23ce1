import { maskName, maskNumber } from '#core/console/work/masks.ts'
import { rejectionReasons, type RejectionReason } from '@kapao/contract/limits'
import { textOfMoney } from '@kapao/contract/money'
import type { Queryable } from '#core/db/db.ts'
import {
  bouncing,
  withdrawalReturning,
  type WithdrawalAct,
  type PayoutWhat,
} from '#desk/decisions/guarded/money.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { mayBeOldStakes } from '#desk/watch/stakes/old-stakes.ts'
import { memberStatesOf } from '#records/account/find.ts'
import { decideBounce } from '#money/withdrawals/bounce.ts'
import { type Approval, findDay, listApprovals } from '#money/withdrawals/decide-store.ts'
import { approve, decideResolution, reject } from '#money/withdrawals/decide.ts'
import { waitsForPeople } from '#money/withdrawals/desk.ts'
import {
  findIdByNumber,
  findWithdrawal,
  listOpen,
  openStates,
  type Withdrawal,
} from '#money/withdrawals/store.ts'
import type { Answer, Command, Group, CommandInput } from '../../command.ts'
import { fullOption, isInFull } from '../../terminal/in-full.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { readId, readWhy } from '../../terminal/typed.ts'
import { listedMax, pairsOf, tableOf, textOfTime } from '../../terminal/print.ts'
import { answerDecided, type GuardedCommand } from '../confirm/second.ts'

const example = '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88'

const list: Command = {
  name: 'withdrawals list',
  args: [],
  about:
    'Withdrawals that wait for an approval, or for a decision after asking the bank; oldest first.',
  options: { open: { value: null, about: 'Also show those that wait for the bank only.' } },
  examples: ['kapao withdrawals list', 'kapao withdrawals list --open --json'],
  run: async ({ db, clock }, typed) => {
    const open = await listOpen(db, { states: openStates, limit: listedMax })
    const standings = await memberStatesOf(
      db,
      open.map(({ memberId }) => memberId),
    )
    const all = open.map((one, at) => ({ ...one, isDeactivated: standings[at] === 'inactive' }))
    const now = clock.now()
    const found = typed.flag('open') ? all : all.filter((one) => waitsForPeople(one, now))
    const rows = found.map((one) => [
      one.id,
      textOfTime(one.createdAt),
      one.memberId,
      sumOf(one),
      `${one.bankCode} x${one.bankAccountNo.slice(-4)}`,
      one.state,
      String(one.approvalsNeeded),
      one.isDeactivated ? 'the member is deactivated' : (one.why ?? '-'),
    ])
    const head = ['withdrawal', 'since', 'member', 'amount', 'to', 'state', 'people', 'why']
    const text = rows.length === 0 ? 'Nothing waits.' : tableOf(head, rows)
    return { text, json: found.map((one) => jsonOf(masked(one))) }
  },
}

const show: Command = {
  name: 'withdrawals show',
  args: ['ID'],
  about:
    'One withdrawal, by its id or the number that a member quotes, with the account that it goes to and who has approved it.',
  options: fullOption,
  examples: [`kapao withdrawals show ${example}`, 'kapao withdrawals show 3B2F-6A1C-0E88 --full'],
  run: async (cli, typed) => {
    const { db, clock } = cli
    const id = await idQuoted(db, typed.args[0]!)
    const found = await findWithdrawal(db, id)
    if (!found) refuseCommand(`There is no withdrawal ${id}.`)
    const one = (await isInFull(cli, typed, found.memberId)) ? found : masked(found)
    const approvals = await listApprovals(db, id)
    const day = await findDay(db, one.memberId, clock.now())
    const { currency } = one
    const asked = { memberId: one.memberId, now: clock.now(), isSwept: one.ofAll }
    const text = pairsOf([
      ['id', one.id],
      ['member', one.memberId],
      ['amount', sumOf(one)],
      ['to', `${one.bankCode} ${one.bankAccountNo} ${one.bankAccountName}`],
      ['asked', `${textOfTime(one.createdAt)}${one.ofAll ? ', out of everything' : ''}`],
      ['state', one.state],
      ['why', one.why ?? '-'],
      ['shown to the member', one.reason ?? '-'],
      ['not before', textOfTime(one.notBefore)],
      ['people needed', String(one.approvalsNeeded)],
      ['in 24 hours', `${sumOf({ amount: day.total, currency })}, with this one`],
      [
        'old stakes',
        (await mayBeOldStakes(db, asked)) ? 'may have come back since a bonus ended' : '-',
      ],
      ['without a person', sumOf({ amount: day.alone, currency })],
      ['approved by', approvals.map(textOfApproval).join(', ') || '-'],
      ['sent', textOfTime(one.sentAt)],
      ['paid by', one.channel === null ? '-' : `${one.channel} ${one.payout ?? ''}`.trim()],
      ['their reference', one.id],
      ['asked them again', `${one.tries} times`],
      ['ended', textOfTime(one.endedAt)],
    ])
    return { text, json: { ...jsonOf(one), approvals } }
  },
}

function masked<W extends { bankAccountNo: string; bankAccountName: string }>(one: W): W {
  const { bankAccountNo, bankAccountName } = one
  return {
    ...one,
    bankAccountNo: maskNumber(bankAccountNo),
    bankAccountName: maskName(bankAccountName),
  }
}

function textOfApproval({ operator, counts }: Approval): string {
  return counts ? operator : `${operator} (disabled since: it does not count)`
}

const approveOne: Command = {
  name: 'withdrawals approve',
  args: ['ID'],
  about: 'Approves a withdrawal; large ones need a second operator.',
  options: { why: { value: 'TEXT', about: 'What you have checked; it is recorded.' } },
  examples: [`kapao withdrawals approve ${example} --why "knows the member"`],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'withdrawals list')
    const who = { actor: await cli.actor(), requestId: cli.requestId }
    const { missing } = await approve(openDeciding(cli).withdrawals, {
      id,
      why: typed.text('why'),
      ...who,
    })
    const text =
      missing === 0
        ? `${id} is approved: it is paid in ten seconds.`
        : `${id} has your approval and also needs another operator's.`
    return { text, json: { id, state: missing === 0 ? 'approved' : 'held', missing } }
  },
}

const rejectOne: Command = {
  name: 'withdrawals reject',
  args: ['ID'],
  about: 'Returns the money to the wallet, while no channel was asked to pay it.',
  options: {
    reason: {
      value: 'REASON',
      about: `The reason that the member sees: ${rejectionReasons.join(', ')}.`,
    },
    why: {
      value: 'TEXT',
      about: 'What you have found; it is recorded, and hidden from the member.',
    },
  },
  examples: [
    `kapao withdrawals reject ${example} --reason ACCOUNT_NAME --why "account of a sister"`,
  ],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'withdrawals list')
    const reason = reasonOf(typed)
    const who = { actor: await cli.actor(), requestId: cli.requestId }
    const found = await reject(openDeciding(cli).withdrawals, {
      id,
      reason,
      why: typed.text('why'),
      ...who,
    })
    return {
      text: `${sumOf(found)} go back to the wallet in ten seconds.`,
      json: { id, state: 'rejected', reason },
    }
  },
}

const resolveOne: Command = {
  name: 'withdrawals resolve',
  args: ['ID'],
  about: 'Ends one of the exceptions list as you found it at the bank or the gateway.',
  options: {
    paid: { value: 'THEIR-ID', about: 'They have paid it, under this id.' },
    returned: { value: null, about: 'They have not paid it and never will: return the money.' },
    why: { value: 'TEXT', about: 'How you know; it is recorded.' },
  },
  examples: [
    `kapao withdrawals resolve ${example} --paid PO0000123456789 --why "seen in their back office"`,
    `kapao withdrawals resolve ${example} --returned --why "their support says it was never received"`,
  ],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'withdrawals list')
    const payout = typed.text('paid')
    if ((payout !== null) === typed.flag('returned'))
      wrongUsage('Say either --paid THEIR-ID or --returned.')
    const why = readWhy(typed)
    const who = { actor: await cli.actor(), requestId: cli.requestId }
    const deps = openDeciding(cli).withdrawals
    const decided = await decideResolution(deps, { id, payout, why, ...who })
    return answerDecided(decided, (found) => answerResolved(found, payout))
  },
}

export const withdrawalReturned: GuardedCommand<PayoutWhat, Withdrawal> = {
  guarded: withdrawalReturning,
  answer: (_desk, { payout = null }, found) => answerResolved(found, payout),
}

function answerResolved(found: Withdrawal, payout: string | null): Answer {
  const state = payout === null ? 'returned' : 'paid'
  const end = payout === null ? 'back in the wallet' : 'booked as paid'
  return { text: `${sumOf(found)} are ${end}.`, json: { id: found.id, state } }
}

const bounceOne: Command = {
  name: 'withdrawals bounced',
  args: ['ID'],
  about: 'Credits a paid withdrawal to the wallet, because the bank has sent it back since.',
  options: { why: { value: 'TEXT', about: 'How you know; it is recorded.' } },
  examples: [`kapao withdrawals bounced ${example} --why "on the payout account again, line 4711"`],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'withdrawals list')
    const why = readWhy(typed)
    const who = { actor: await cli.actor(), requestId: cli.requestId }
    const deps = openDeciding(cli).withdrawals
    return answerDecided(await decideBounce(deps, { id, why, ...who }), answerBounced)
  },
}

export const withdrawalBounced: GuardedCommand<WithdrawalAct, Withdrawal> = {
  guarded: bouncing,
  answer: (_desk, _what, found) => answerBounced(found),
}

function answerBounced(found: Withdrawal): Answer {
  return {
    text: `${sumOf(found)} are back in the wallet.`,
    json: { id: found.id, state: 'bounced' },
  }
}

function reasonOf(typed: CommandInput): RejectionReason {
  const wanted = typed.text('reason')
  return (
    rejectionReasons.find((one) => one === wanted) ??
    wrongUsage(`Say why with --reason, one of ${rejectionReasons.join(', ')}.`)
  )
}

/** The number as the page shows it: the end of the id in capitals, in groups of four. */
const numberForm = /^[0-9A-F]{4}(-[0-9A-F]{4}){2}$/

async function idQuoted(db: Queryable, text: string): Promise<string> {
  const number = text.toUpperCase()
  if (!numberForm.test(number)) return readId(text, 'withdrawals list')
  const id = await findIdByNumber(db, number.replaceAll('-', '').toLowerCase())
  return id ?? refuseCommand(`There is no withdrawal ${number}.`)
}

function sumOf(one: Pick<Withdrawal, 'amount' | 'currency'>): string {
  return `${textOfMoney(one)} ${one.currency}`
}

function jsonOf(one: Withdrawal): object {
  const { statementSeq, fingerprint: _, key: _key, ...rest } = one
  return { ...rest, amount: textOfMoney(one), statementSeq: String(statementSeq) }
}

export const withdrawalsGroup: Group = {
  name: 'withdrawals',
  about: 'Withdrawals: approve, reject and resolve them.',
  commands: [list, show, approveOne, rejectOne, resolveOne, bounceOne],
}
