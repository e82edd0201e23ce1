import { moneyFromText, textOfMoney } from '@kapao/contract/money'
import { giftlinkResolving, type LinkWhat } from '#desk/decisions/guarded/money.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { decideLink } from '#channels/giftlinks/resolve.ts'
import { listLinks, type Link } from '#channels/giftlinks/store.ts'
import type { Answer, Command, Group } from '../../command.ts'
import { wrongUsage } from '../../terminal/fault.ts'
import { readId, readWhy } from '../../terminal/typed.ts'
import { cut, listedMax, tableOf, textOfTime } from '../../terminal/print.ts'
import { answerDecided, type GuardedCommand } from '../confirm/second.ts'

const wordsMax = 60
const example = '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88'
const open = ['claimed', 'sent', 'unknown', 'received'] as const

const list: Command = {
  name: 'giftlinks list',
  args: [],
  about: 'Gift links whose wallet an operator must check, oldest first.',
  options: { open: { value: null, about: 'Also show those that are still being checked.' } },
  examples: ['kapao giftlinks list', 'kapao giftlinks list --open --json'],
  run: async ({ db }, typed) => {
    const states = typed.flag('open') ? [...open, 'exception' as const] : ['exception' as const]
    const found = await listLinks(db, { states, limit: listedMax })
    const rows = found.map((one) => [
      one.id,
      textOfTime(one.createdAt),
      one.memberId,
      one.account,
      one.state,
      one.why ? cut(one.why, wordsMax) : '-',
    ])
    const head = ['gift link', 'since', 'member', 'wallet', 'state', 'why']
    const text = rows.length === 0 ? 'Nothing is open.' : tableOf(head, rows)
    return { text, json: found.map(jsonOf) }
  },
}

const resolve: Command = {
  name: 'giftlinks resolve',
  args: ['ID'],
  about: 'Ends a gift link of the exceptions list as you found it in the wallet.',
  options: {
    received: { value: 'AMOUNT', about: 'The wallet has received this amount in baht: credit it.' },
    nothing: { value: null, about: 'The wallet has received nothing and never will.' },
    why: { value: 'TEXT', about: 'How you know; it is recorded.' },
  },
  examples: [`kapao giftlinks resolve ${example} --received 50 --why "in the wallet's history"`],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'giftlinks list')
    const [amount, nothing] = [typed.text('received'), typed.flag('nothing')]
    if ((amount === null) !== nothing) wrongUsage('Say either --received AMOUNT or --nothing.')
    const money = amount === null ? null : moneyFromText(amount, 'BAHT')
    if (amount !== null && (money === null || money.amount <= 0n))
      wrongUsage('AMOUNT is in baht, above zero, such as 50 or 12.50.')
    const why = readWhy(typed)
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const decision = { id, received: money && money.amount, why, ...by }
    const decided = await decideLink(openDeciding(cli).giftlinks, decision)
    return answerDecided(decided, () => answerResolved(id, money !== null))
  },
}

export const giftlinkResolved: GuardedCommand<LinkWhat, Link> = {
  guarded: giftlinkResolving,
  answer: (_desk, { id, received }) => answerResolved(id, received !== null),
}

function answerResolved(id: string, isReceived: boolean): Answer {
  const state = isReceived ? 'received' : 'refused'
  const text = isReceived ? `${id} is received; the worker credits it.` : `${id} is refused.`
  return { text, json: { id, state } }
}

/** Leaves out the voucher: it would let its holder empty the rest of it. */
function jsonOf(one: Link): object {
  const { amount, voucher: _, key: _key, fingerprint: _print, ...rest } = one
  return { ...rest, amount: amount === null ? null : textOfMoney({ amount, currency: 'BAHT' }) }
}

export const giftlinksGroup: Group = {
  name: 'giftlinks',
  about: 'Gift links that wait for the wallet’s answer, or for an operator.',
  commands: [list, resolve],
}
