import { textOfMoney } from '@kapao/contract/money'
import { recordAudit } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import { transferReference, type Settled } from '#outside/arrival.ts'
import { bankCodeOf } from '#outside/bank/codes.ts'
import { openDeciding } from '#desk/open.ts'
import { confirmingKind, confirmRequest, decideRequest } from '#modules/deposits/confirm.ts'
import { decideMatch, matchDeposit, matchingKind } from '#modules/deposits/match.ts'
import { findRequest } from '#modules/deposits/request-store.ts'
import { findDeposit } from '#modules/deposits/store.ts'
import { setShown } from '#modules/bankfeed/word-store.ts'
import type { Answer, Command, Typed } from '../../command.ts'
import { CommandFault, exitCodes, wrongUsage } from '../../terminal/fault.ts'
import { readId } from '../../terminal/typed-id.ts'
import { runOrRequest, tellDecided, type Guarded } from '../confirm/second.ts'

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
  run: async (desk, typed) => {
    const id = readId(typed.args[0]!, 'deposits list')
    const by = { actor: await desk.actor(), requestId: desk.requestId }
    const deps = openDeciding(desk).deposits
    if (await findRequest(desk.db, id))
      return tellDecided(
        await decideRequest(deps, { id, ...evidenceOf(typed), ...by }),
        (settled) => tellConfirmed(id, settled),
      )
    const memberId = typed.text('member') ?? wrongUsage('Say whose it is with --member MEMBER.')
    const decided = await decideMatch(deps, { id, memberId, note: whyOf(typed), ...by })
    return tellDecided(decided, (settled) => tellMatched({ id, memberId }, settled))
  },
}

export const matching: Guarded<{ id: string; memberId: string; note: string }> = {
  kind: matchingKind,
  run: async (desk, what) => {
    const by = { actor: await desk.actor(), requestId: desk.requestId }
    return tellMatched(what, await matchDeposit(openDeciding(desk).deposits, { ...what, ...by }))
  },
}

function tellMatched({ id, memberId }: { id: string; memberId: string }, settled: Settled): Answer {
  const state = settled.why === null ? settled.state : `${settled.state} (${settled.why})`
  return {
    text: `${id} is ${state}, for ${memberId}.`,
    json: { id, state: settled.state, why: settled.why },
  }
}

type Confirmed = { id: string; reference: string; party: string; paidAt: string }

export const requestConfirming: Guarded<Confirmed> = {
  kind: confirmingKind,
  run: async (desk, { paidAt, ...what }) => {
    const by = { actor: await desk.actor(), requestId: desk.requestId }
    const evidence = { ...what, paidAt: new Date(paidAt) }
    const deps = openDeciding(desk).deposits
    return tellConfirmed(what.id, await confirmRequest(deps, { ...evidence, ...by }))
  },
}

function tellConfirmed(id: string, settled: Settled): Answer {
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
  run: async (desk, typed) => {
    const id = readId(typed.args[0]!, 'deposits list')
    const note = whyOf(typed)
    const deposit = await findDeposit(desk.db, id)
    if (!deposit) throw new CommandFault(exitCodes.refused, `There is no deposit ${id}.`)
    const words = `${textOfMoney(deposit)} ${deposit.currency} of ${deposit.memberId ?? 'nobody'}, deposit ${id}, is at ${deposit.houseParty}: ${note}`
    return runOrRequest(desk, showing, { subject: id, what: { id, note }, words, gives: null })
  },
}

export const showing: Guarded<{ id: string; note: string }> = {
  kind: 'deposits shown',
  run: async (desk, { id, note }) => {
    const [at, actor] = [desk.clock.now(), await desk.actor()]
    await desk.db.begin(async (tx) => {
      if (!(await setShown(tx, { id, by: `operator:${id}`, at })))
        throw new OperatorRefused(`Deposit ${id} rests on no message that is still open.`)
      const { requestId } = desk
      const after = { why: note }
      await recordAudit(tx, { at, actor, requestId, action: 'deposits.shown', subject: id, after })
    })
    return { text: `${id} counts as shown by its bank.`, json: { id } }
  },
}

function evidenceOf(typed: Typed) {
  const [bank, reference] =
    /^([A-Za-z0-9]+):(.{4,64})$/.exec(typed.text('reference') ?? '')?.slice(1) ?? []
  const code = bankCodeOf(bank)
  const party = typed.text('account') ?? ''
  const paidAt = new Date(typed.text('at') ?? '')
  if (!code || !reference) wrongUsage('A request is confirmed by --reference BANK:REFERENCE.')
  if (!/^[A-Z0-9]{2,12}:\d{6,20}$/.test(party))
    wrongUsage('Say where it came to: --account BANK:NUMBER.')
  if (Number.isNaN(paidAt.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(typed.text('at') ?? ''))
    wrongUsage('Say when it came, with its zone: --at 2026-11-21T12:00:00+07:00.')
  return { reference: transferReference(code, reference), party, paidAt }
}

export function whyOf(typed: Typed): string {
  return typed.text('why') ?? wrongUsage('Say how you know with --why "..."; it is kept.')
}
