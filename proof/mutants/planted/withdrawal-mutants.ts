import { faultsIn } from '../faults.ts'
import type { Mutant } from '../mutant.ts'

/** Outgoing money: paid once or returned, by those who are authorized. */
export const withdrawalMutants: readonly Mutant[] = [
  ...faultsIn('money/withdrawals/pay', 'money/withdrawals/faults', {
    'withdrawal: returned on timeout': [
      "  await setOpenState(db, id, { state: 'unknown', why })",
      "  await endOf(deps, id, { state: 'returned', payout: null, reason: 'BANK_REFUSED', why })",
    ],
  }),
  ...faultsIn('money/withdrawals/recover', 'money/withdrawals/faults', {
    'withdrawal: a new reference when asked again': [
      '{ ...payoutOf(withdrawal), owner: null }',
      '{ ...payoutOf(withdrawal), owner: null, reference: crypto.randomUUID() }',
    ],
    'withdrawal: what they do not know is given back': [
      "return asked.outcome === 'absent' && !isStopped ? client.pay(payout) : asked",
      "return asked.outcome === 'absent' && !isStopped ? { outcome: 'rejected', payout: payout.reference, why: 'absent' } : asked",
    ],
  }),
  ...faultsIn('outside/payout/replies', 'money/withdrawals/faults', {
    'withdrawal: another amount is as good': ['theirs?.amount !== money.amount || ', '!theirs || '],
  }),
  ...faultsIn('money/withdrawals/pay', 'money/withdrawals/answers', {
    'withdrawal: a clear refusal is believed without a lookup': [
      "if (asked.outcome === 'absent') return no",
      'if (asked) return no',
    ],
    'withdrawal: the id of another one is asked about for ever': [
      'if (sqlStateOf(error) !== uniqueViolation) throw error',
      'throw error',
    ],
  }),
  ...faultsIn('money/withdrawals/recover', 'money/withdrawals/answers', {
    'withdrawal: what cannot be booked never reaches the exceptions list': [
      'if (ageMs > (isPassing ? takenMaxMs : unknownMaxMs)) await giveUp(why)',
      'if (isPassing && ageMs > takenMaxMs) await giveUp(why)',
    ],
    'withdrawal: a refusal of a later request is believed at once': [
      'const overtakenUntilMs = 10 * minuteMs',
      'const overtakenUntilMs = 0',
    ],
  }),
  ...faultsIn('withdrawals_guard', 'money/withdrawals/approvals', {
    'withdrawal: no guard of states': [
      '    else false end) then',
      '    else false end) and false then',
    ],
    'withdrawal: one person is enough': [
      'where y.counts) < new.approvals_needed',
      'where y.counts) < least(new.approvals_needed, 1)',
    ],
    'withdrawal: the database counts the approval of a disabled operator': [' where y.counts', ''],
  }),
  ...faultsIn('money/withdrawals/end', 'money/withdrawals/end', {
    'withdrawal: an end that has been is made again': [
      '  if (withdrawal.state === end.state) return null\n',
      '',
    ],
    'withdrawal: a hold is released twice': [
      ['  if (withdrawal.state === end.state) return null\n', ''],
      ['if (!(openStates as readonly string[]).includes(withdrawal.state))', 'if (false)'],
      ['idem: leg(id, isPaid ? 2 : 3)', 'idem: leg(crypto.randomUUID(), isPaid ? 2 : 3)'],
    ],
  }),
  ...faultsIn('money/withdrawals/decide', 'money/withdrawals/approvals', {
    'withdrawal: what was sent can be rejected': [
      "if (state !== 'held' && state !== 'approved')",
      "if (state === 'paid' || state === 'returned')",
    ],
  }),
  ...faultsIn('withdrawals_undo', 'money/withdrawals/undo', {
    'withdrawal: what is being sent is undone': [' for no key update;', ';'],
  }),
  ...faultsIn('money/withdrawals/undo', 'money/withdrawals/undo', {
    'withdrawal: a rejection that was undone is carried out': [
      "if (state !== 'rejected' || undoUntil!",
      'if (undoUntil!',
    ],
  }),
  ...faultsIn('withdrawals_begin', 'money/withdrawals/withdrawals', {
    'withdrawal: no wait after a new bank account': [
      'case when v_found.not_before > p_at then v_found.not_before end',
      'null',
    ],
  }),
  ...faultsIn('money/withdrawals/begin', 'money/withdrawals/approvals', {
    'withdrawal: large ones go by themselves': [
      'return amount <= autoMax.amount ? 0 : 1',
      'return amount < autoMax.amount ? 0 : 0',
    ],
  }),
  ...faultsIn('withdrawals_people', 'money/withdrawals/day', {
    'withdrawal: small ones go by themselves without end': [
      'if v_needed[i] = 0 and v_alone[k]',
      'if false and v_alone[k]',
    ],
    'withdrawal: the day is counted before the turn': [
      '  perform statement_lock(p_members, p_skip_busy);',
      '',
    ],
    'withdrawal: one person is enough for many': [
      'v_total[k] + p_amount[i] >= p_two_from[i]',
      'p_amount[i] >= p_two_from[i]',
    ],
  }),
  ...faultsIn('withdrawals_day', 'money/withdrawals/day', {
    'withdrawal: what came back is counted as gone': [
      " and w.state not in ('returned', 'failed')",
      '',
    ],
  }),
  ...faultsIn('money/withdrawals/begin', 'money/withdrawals/withdrawals', {
    'withdrawal: everything, though the sum is short': [
      "return sum < amount ? 'MONEY_NOT_ENOUGH' : null",
      'return null',
    ],
  }),
  ...faultsIn('withdrawals_approvals', 'money/withdrawals/approvals', {
    'withdrawal: the approval of a disabled operator counts': [' and o.disabled_at is null', ''],
  }),
  ...faultsIn('money/withdrawals/decide-store', 'money/withdrawals/approvals', {
    'withdrawal: the program counts the approval of a disabled operator': [
      '.filter(({ counts }) => counts)',
      '',
    ],
  }),
  ...faultsIn('money/withdrawals/pay', 'money/withdrawals/suspended', {
    'withdrawal: a process that was suspended still asks the bank to pay': [
      '    if (clock.now().getTime() - at.getTime() > staleAfterMs) return null\n',
      '',
    ],
  }),
  ...faultsIn('money/withdrawals/bounce', 'money/bonus/escapes', {
    'withdrawal: a payout comes back while a bonus is held': [
      'if (await bonusHeld(tx, memberId))',
      'if (false)',
    ],
  }),
  ...faultsIn('withdrawals_begin', 'money/withdrawals/begin', {
    'withdrawal: the hold does not compare the expected number': [
      '\n      p_expect_debit => array(select p_expect[i] from unnest(v_fresh) as i),',
      '',
    ],
  }),
  ...faultsIn('desk/watch/stakes/old-stakes', 'desk/watch/stakes/washed', {
    'withdrawal: money that was never at risk explains what a bonus left behind': [
      '(depth < own ? depth : own)',
      'own',
    ],
  }),
  ...faultsIn('desk/watch/stakes/old-stakes', 'desk/watch/stakes/old-stakes', {
    'withdrawal: what was lost under a bonus and booked at its end explains a win': [
      'const counts = since >= from',
      'const counts = true',
    ],
    'withdrawal: more was lost than the member had': ['(depth < own ? depth : own)', 'depth'],
  }),
  ...faultsIn('money/withdrawals/begin', 'money/conditions/conditions', {
    'withdrawal: what rewards keep is not asked': [
      'return isKept(deps, deps.db, { memberId, money })',
      'return false',
    ],
  }),
  ...faultsIn('money/withdrawals/sweep', 'money/conditions/conditions', {
    'withdrawal: what rewards keep is not asked once the games are empty': [
      "      if (await isKept(deps, tx, { memberId, money })) return 'bonus'\n",
      '',
    ],
  }),
  ...faultsIn('ledger/play/settled', 'ledger/play/settled', {
    'play: what comes back where bets stay open was staked': [
      'const more = takeBack(stakes, amount)',
      'const more = amount',
    ],
    'play: a bet that is open counts': ['>= openBetMs)', '>= 0)'],
  }),
  ...faultsIn('money/conditions/judge', 'money/conditions/judge', {
    'condition: a stake counts for each': ['    more -= counted\n', '    more -= 0n\n'],
  }),
  ...faultsIn('withdrawals_begin', 'money/withdrawals/withdrawals', {
    'withdrawal: several open at a time': [
      'if p_members[p_member[i]] = v_found.member_id then o_status[i] := 11; end if;',
      'null;',
    ],
  }).map((one) => ({ ...one, also: 'drop index withdrawals_withdrawal_open_once' })),
]
