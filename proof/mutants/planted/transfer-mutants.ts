import { faultsIn } from '../faults.ts'
import type { Mutant } from '../mutant.ts'

/** Transfers to games and back, and the results of play. */
export const transferMutants: readonly Mutant[] = [
  ...faultsIn('money/transfers/carry', 'money/transfers/exceptions', {
    'transfer: refund on timeout': [
      "if (moved.outcome === 'refused' || moved.outcome === 'unsent') {",
      "if (moved.outcome !== 'done') {",
    ],
    'transfer: new reference when asked soon': [
      'const answer = await askOnce(client, move, since)',
      'const answer = await askOnce(client, { ...move, reference: crypto.randomUUID() }, since)',
    ],
  }),
  ...faultsIn('money/transfers/recover', 'money/transfers/exceptions', {
    'transfer: refund when they do not know it': [
      "return setOpenState(deps.db, id, { state: 'exception', why: answer.why })",
      'return back(answer.why)',
    ],
    'transfer: refund after a quarter of an hour': [
      "const state = ageOf(deps, transfer) > openMaxMs ? 'exception' : 'unknown'",
      "const state = 'unknown'\n  if (ageOf(deps, transfer) > openMaxMs)\n    return deps.end({ id: transfer.id, memberId: transfer.memberId, done: false, why })",
    ],
    'transfer: a refusal of a later call counts at once': [
      'const overtakenUntilMs = 10 * minuteMs',
      'const overtakenUntilMs = 0',
    ],
    'transfer: balances are not compared': ['&& now.money.amount === expected)', ')'],
    'transfer: a move out is settled by a balance': ["if (kind === 'in' && now", 'if (now'],
  }),
  ...faultsIn('money/transfers/recover', 'money/transfers/race', {
    'transfer: new reference when the sweeper asks': [
      '{ ...moveOf(transfer, username), owner: null }',
      '{ ...moveOf({ ...transfer, id: crypto.randomUUID() }, username), owner: null }',
    ],
    'transfer: returned as never sent while it is being sent': [
      ' && !(await setNeverSent(deps.db, id))) return',
      ' && false) return',
    ],
  }),
  ...faultsIn('money/transfers/move-all', 'money/transfers/halves', {
    'transfer: all is done with a leg left behind': [
      '!(await isLeftBehind(deps, all, parts))',
      'true',
    ],
    'transfer: everything is a success though a leg was refused': [
      "parts.every(({ state }) => state === 'done') &&",
      '',
    ],
  }),
  ...faultsIn('outside/games/betflix', 'money/transfers/exceptions', {
    'transfer: sent again where a reference counts twice': [
      'countsOnce: false',
      'countsOnce: true',
    ],
  }),
  ...faultsIn('transfers_end', 'money/transfers/exceptions', {
    'transfer: state guard removed from the end': [
      "if v_found.state in ('done', 'returned') then",
      'if false then',
    ],
  }),
  ...faultsIn('transfers_begin', 'money/transfers/exceptions', {
    'transfer: one in flight is not looked up': [
      'then o_status[i] := 11; end if;',
      'then null; end if;',
    ],
  }),
  ...faultsIn('transfers_end', 'money/transfers/halves', {
    'transfer: second half begins though the first was refused': [
      'v_next[n] := p_done[k] and v_found.next_id',
      'v_next[n] := v_found.next_id',
    ],
    'transfer: a half that stays in the wallet has no row': [
      '        then array_position(v_members, v_found.member_id) end;',
      '        then null::int end;',
    ],
    'transfer: second half begins though the game is taken': [' and not v_found.is_shut;', ';'],
  }),
  ...faultsIn('transfers_begin', 'money/transfers/transfers', {
    'transfer: keys are not compared with their bodies': [
      'case when v_found.fingerprint = p_fingerprint[k] then 1 else 2 end',
      '1',
    ],
    'transfer: abandoned keys are not looked up': [
      'then o_status[k] := 10; end if;',
      'then null; end if;',
    ],
  }),
  ...faultsIn('money/transfers/store', 'money/transfers/race', {
    'transfer: sent though it is not held any more': [
      "balance_before = $2 where id = $1 and state = 'held' returning 1",
      'balance_before = $2 where id = $1 returning 1',
    ],
    'transfer: a refusal returns the money though it was sent again since': [
      "where id = $1 and state = 'held' and tries = 0 returning 1",
      'where id = $1 returning 1',
    ],
  }),
  ...faultsIn('money/transfers/resolve', 'money/transfers/exceptions', {
    'transfer: operators may decide anything': ["if (before.state !== 'exception')", 'if (false)'],
  }),
  ...faultsIn('money/wallet/refresh', 'money/wallet/wallet', {
    'refresh: games with an open transfer are booked': [
      [' && !open.includes(party)', ''],
      ["if ((await listOpenGames(tx, memberId)).includes(game)) return 'silent'", ''],
    ],
    'refresh: a balance reported while money moved is booked': [
      ['credit: account, expectCreditSeq: account.seq }', 'credit: account }'],
      ['credit: house, expectDebitSeq: account.seq }', 'credit: house }'],
    ],
  }),
  ...faultsIn('transfers_begin', 'money/transfers/exceptions', {
    'transfer: several in flight with one provider': [
      'then o_status[i] := 11; end if;',
      'then null; end if;',
    ],
  }).map((one) => ({ ...one, also: 'drop index transfers_transfer_in_flight' })),
]
