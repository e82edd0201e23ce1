import { textOfMoney } from '@kapao/contract/money'
import { transferResolving, type TransferWhat } from '#desk/decisions/guarded/money.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { decideTransfer, placeOf } from '#money/transfers/resolve.ts'
import { findTransfer, listOpen, type Transfer } from '#money/transfers/store.ts'
import { findAccount } from '#money/games/store.ts'
import type { Answer, Command, Group } from '../command.ts'
import { refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { readId, readWhy } from '../terminal/typed.ts'
import { listedMax, pairsOf, tableOf, textOfTime } from '../terminal/print.ts'
import { answerDecided, type GuardedCommand } from './confirm/second.ts'

const list: Command = {
  name: 'transfers list',
  args: [],
  about: 'Transfers that an operator must check at the provider, oldest first.',
  options: { open: { value: null, about: 'Also show those that are still being checked.' } },
  examples: ['kapao transfers list', 'kapao transfers list --open --json'],
  run: async ({ db }, typed) => {
    const open = ['held', 'sent', 'unknown'] as const
    const states = typed.flag('open') ? [...open, 'exception' as const] : ['exception' as const]
    const found = await listOpen(db, { states, limit: listedMax })
    const rows = found.map((one) => [
      one.id,
      textOfTime(one.createdAt),
      one.memberId,
      `${one.from} to ${one.to}`,
      `${textOfMoney(one)} ${one.currency}`,
      one.state,
    ])
    const head = ['transfer', 'since', 'member', 'what', 'amount', 'state']
    const nothing = typed.flag('open') ? 'Nothing is open.' : 'Nothing waits for an operator.'
    const text = rows.length === 0 ? nothing : tableOf(head, rows)
    return { text, json: found.map(jsonOf) }
  },
}

const show: Command = {
  name: 'transfers show',
  args: ['ID'],
  about: 'One transfer, with everything known about it.',
  options: {},
  examples: ['kapao transfers show 0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88'],
  run: async ({ db }, typed) => {
    const found = await findTransfer(db, readId(typed.args[0]!, 'transfers list'))
    if (!found) refuseCommand(`There is no transfer ${typed.args[0]}.`)
    const account = found.game ? await findAccount(db, found.memberId, found.game) : null
    const username = account?.username ?? null
    return { text: textOf(found, username), json: { ...jsonOf(found), username } }
  },
}

const resolve: Command = {
  name: 'transfers resolve',
  args: ['ID'],
  about: 'Ends a transfer of the exceptions list as you found it at the provider.',
  options: {
    done: { value: null, about: 'The provider has done it: settle it.' },
    returned: {
      value: null,
      about: 'The provider has not done it and never will: return the money.',
    },
    why: { value: 'TEXT', about: 'How you know; it is recorded.' },
  },
  examples: [
    'kapao transfers resolve 0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88 --done --why "seen in their back office"',
  ],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'transfers list')
    const [done, returned] = [typed.flag('done'), typed.flag('returned')]
    if (done === returned) wrongUsage('Say either --done or --returned.')
    const why = readWhy(typed)
    const decided = { id, done, why, actor: await cli.actor(), requestId: cli.requestId }
    return answerDecided(await decideTransfer(openDeciding(cli).transfers, decided), (found) =>
      answerResolved(found, done),
    )
  },
}

export const transferResolved: GuardedCommand<TransferWhat, Transfer> = {
  guarded: transferResolving,
  answer: (_desk, { done }, found) => answerResolved(found, done),
}

function answerResolved(found: Transfer, done: boolean): Answer {
  const { id } = found
  const state = done ? 'done' : 'returned'
  return { text: `${id} is ${state}: ${whereIs(found, done)}.`, json: { id, state } }
}

function whereIs(transfer: Transfer, done: boolean): string {
  const verb = done ? 'now' : 'back'
  return `${textOfMoney(transfer)} ${transfer.currency} are ${verb} in ${placeOf(transfer, done)}`
}

function textOf(one: Transfer, username: string | null): string {
  return pairsOf([
    ['id', one.id],
    ['member', one.memberId],
    ['what', `${one.from} to ${one.to}`],
    ['step', `${one.kind}${one.game ? ` ${one.game}` : ''}`],
    ['amount', `${textOfMoney(one)} ${one.currency}`],
    ['state', one.state],
    ['why', one.why ?? '-'],
    ['known there as', username ?? '-'],
    ['they held before', one.balanceBefore === null ? '-' : beforeOf(one, one.balanceBefore)],
    ['if it is done', `${textOfMoney(one)} ${one.kind === 'in' ? 'more' : 'less'} than before`],
    ['asked', `${one.tries} times`],
    ['since', textOfTime(one.createdAt)],
  ])
}

function beforeOf({ currency }: Transfer, amount: bigint): string {
  return textOfMoney({ amount, currency })
}

function jsonOf(one: Transfer): object {
  const { amount, balanceBefore, statementSeq, fingerprint: _, key: _key, ...rest } = one
  return {
    ...rest,
    amount: textOfMoney({ amount, currency: one.currency }),
    balanceBefore: balanceBefore === null ? null : beforeOf(one, balanceBefore),
    statementSeq: statementSeq === null ? null : String(statementSeq),
  }
}

export const transfersGroup: Group = {
  name: 'transfers',
  about: 'Transfers that wait for a provider’s answer, or for an operator.',
  commands: [list, show, resolve],
}
