import { openDecide } from '#desk/decisions/decide.ts'
import {
  matching,
  requestConfirming,
  showing,
  type DepositMatch,
  type PaymentEvidence,
} from '#desk/decisions/guarded/money.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { readEvidence } from '#desk/queues/kinds/manual.ts'
import { decideShown } from '#channels/bankfeed/desk.ts'
import { decideRequest } from '#money/deposits/confirm.ts'
import { decideMatch } from '#money/deposits/match.ts'
import { findRequest } from '#money/deposits/request-store.ts'
import type { SettledArrival } from '#outside/arrival.ts'
import type { Answer, Command, CommandInput } from '../../command.ts'
import { wrongUsage } from '../../terminal/fault.ts'
import { readId, readWhy } from '../../terminal/typed.ts'
import { answerDecided, type GuardedCommand } from '../confirm/second.ts'

const example = '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88'

export const match: Command = {
  name: 'deposits match',
  args: ['ID'],
  about: 'Credits money in suspense to a member, or confirms a request by the bank’s records.',
  options: {
    member: { value: 'MEMBER', about: 'Whose the waiting money is.' },
    reference: {
      value: 'BANK:REFERENCE',
      about: "For a request: the sending bank and the bank's own reference.",
    },
    account: { value: 'BANK:NUMBER', about: 'For a request: our account that it came to.' },
    at: { value: 'TIME', about: 'For a request: when it came, with its zone, as the bank shows.' },
    why: { value: 'TEXT', about: 'How you know; it is recorded.' },
  },
  examples: [
    `kapao deposits match ${example} --member 7KQ2M4XW9PZA --why "sent us the slip by chat"`,
    `kapao deposits match ${example} --reference SCB:015073144041ATF00999 --account KBANK:1112223334 --at 2026-11-21T12:00:00+07:00`,
  ],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'deposits list')
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const deps = openDeciding(cli).deposits
    if (await findRequest(cli.db, id))
      return answerDecided(
        await decideRequest(deps, { id, ...evidenceOf(typed), ...by }),
        (settled) => answerConfirmed(id, settled),
      )
    const memberId = typed.text('member') ?? wrongUsage('Say whose it is with --member MEMBER.')
    const decided = await decideMatch(deps, { id, memberId, note: readWhy(typed), ...by })
    return answerDecided(decided, (settled) => answerMatched({ id, memberId }, settled))
  },
}

export const matched: GuardedCommand<DepositMatch, SettledArrival> = {
  guarded: matching,
  answer: (_desk, what, settled) => answerMatched(what, settled),
}

function answerMatched(
  { id, memberId }: { id: string; memberId: string },
  settled: SettledArrival,
): Answer {
  const state = settled.why === null ? settled.state : `${settled.state} (${settled.why})`
  return {
    text: `${id} is ${state}, for ${memberId}.`,
    json: { id, state: settled.state, why: settled.why },
  }
}

export const requestConfirmed: GuardedCommand<PaymentEvidence, SettledArrival> = {
  guarded: requestConfirming,
  answer: (_desk, { id }, settled) => answerConfirmed(id, settled),
}

function answerConfirmed(id: string, settled: SettledArrival): Answer {
  return {
    text: `Request ${id} is ${settled.state}.`,
    json: { id, deposit: settled.id, state: settled.state },
  }
}

export const shown: Command = {
  name: 'deposits shown',
  args: ['ID'],
  about:
    'Confirms that the money of a message is at the bank, although its statement did not show it.',
  options: { why: { value: 'TEXT', about: 'Where you have seen it; it is recorded.' } },
  examples: [`kapao deposits shown ${example} --why "in the bank's own app, 500.00 at 12:04"`],
  run: async (cli, typed) => {
    const id = readId(typed.args[0]!, 'deposits list')
    const note = readWhy(typed)
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const decided = await decideShown({ ...cli, decide: openDecide(cli) }, { id, note, ...by })
    return answerDecided(decided, () => answerShown(id))
  },
}

export const depositShown: GuardedCommand<{ id: string; note: string }, void> = {
  guarded: showing,
  answer: (_desk, { id }) => answerShown(id),
}

function answerShown(id: string): Answer {
  return { text: `${id} counts as shown by its bank.`, json: { id } }
}

const wrongs = {
  reference: 'A request is confirmed by --reference BANK:REFERENCE.',
  party: 'Say where it came to: --account BANK:NUMBER.',
  paidAt: 'Say when it came, with its zone: --at 2026-11-21T12:00:00+07:00.',
}

function evidenceOf(typed: CommandInput) {
  const read = readEvidence({
    reference: typed.text('reference') ?? '',
    party: typed.text('account') ?? '',
    paidAt: typed.text('at') ?? '',
  })
  return typeof read === 'string' ? wrongUsage(wrongs[read]) : read
}
