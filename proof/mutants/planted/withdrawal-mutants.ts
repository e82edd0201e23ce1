import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/money/withdrawals'

const testsOf = (name: string) => [`${folder}/${name}.test.ts`]
const withdrawals = testsOf('withdrawals')
const faults = testsOf('faults')
const people = testsOf('approvals')
const answers = testsOf('answers')
const suspended = testsOf('suspended')
const bounced = ['apps/server/src/money/bonus/escapes.test.ts']
const moved = testsOf('begin')
const ended = testsOf('end')
const day = testsOf('day')
const washed = ['apps/server/src/desk/watch/stakes/washed.test.ts']
const oldStakes = ['apps/server/src/desk/watch/stakes/old-stakes.test.ts']
const settled = ['apps/server/src/ledger/play/settled.test.ts']
const conditions = ['apps/server/src/money/conditions/conditions.test.ts']
const judged = ['apps/server/src/money/conditions/judge.test.ts']

/** Outgoing money: paid once or returned, by those who are authorized. */
export const withdrawalMutants: readonly Mutant[] = [
  {
    name: 'withdrawal: returned on timeout',
    gate: faults,
    file: `${folder}/pay.ts`,
    edits: [
      [
        `  await setOpenState(db, id, { state: 'unknown', why })`,
        `  await endOf(deps, id, { state: 'returned', payout: null, reason: 'BANK_REFUSED', why })`,
      ],
    ],
  },
  {
    name: 'withdrawal: a new reference when asked again',
    gate: faults,
    file: `${folder}/recover.ts`,
    edits: [
      [
        '{ ...payoutOf(withdrawal), owner: null }',
        '{ ...payoutOf(withdrawal), owner: null, reference: crypto.randomUUID() }',
      ],
    ],
  },
  {
    name: 'withdrawal: what they do not know is given back',
    gate: faults,
    file: `${folder}/recover.ts`,
    edits: [
      [
        `return asked.outcome === 'absent' && !isStopped ? client.pay(payout) : asked`,
        `return asked.outcome === 'absent' && !isStopped ? { outcome: 'rejected', payout: payout.reference, why: 'absent' } : asked`,
      ],
    ],
  },
  {
    name: 'withdrawal: another amount is as good',
    gate: faults,
    file: 'apps/server/src/outside/payout/replies.ts',
    edits: [[`theirs?.amount !== money.amount || `, `!theirs || `]],
  },
  {
    name: 'withdrawal: a clear refusal is believed without a lookup',
    gate: answers,
    file: `${folder}/pay.ts`,
    edits: [[`if (asked.outcome === 'absent') return no`, 'if (asked) return no']],
  },
  {
    name: 'withdrawal: the id of another one is asked about for ever',
    gate: answers,
    file: `${folder}/pay.ts`,
    edits: [['if (sqlStateOf(error) !== uniqueViolation) throw error', 'throw error']],
  },
  {
    name: 'withdrawal: what cannot be booked never reaches the exceptions list',
    gate: answers,
    file: `${folder}/recover.ts`,
    edits: [
      [
        'if (ageMs > (isPassing ? takenMaxMs : unknownMaxMs)) await giveUp(why)',
        'if (isPassing && ageMs > takenMaxMs) await giveUp(why)',
      ],
    ],
  },
  {
    name: 'withdrawal: no guard of states',
    gate: people,
    sqlFunction: 'withdrawals_guard',
    edits: [['    else false end) then', '    else false end) and false then']],
  },
  {
    name: 'withdrawal: an end that has been is made again',
    gate: ended,
    file: `${folder}/end.ts`,
    edits: [[`  if (withdrawal.state === end.state) return null\n`, '']],
  },
  {
    name: 'withdrawal: a hold is released twice',
    gate: ended,
    file: `${folder}/end.ts`,
    edits: [
      [`  if (withdrawal.state === end.state) return null\n`, ''],
      [`if (!(openStates as readonly string[]).includes(withdrawal.state))`, 'if (false)'],
      ['idem: leg(id, isPaid ? 2 : 3)', 'idem: leg(crypto.randomUUID(), isPaid ? 2 : 3)'],
    ],
  },
  {
    name: 'withdrawal: what was sent can be rejected',
    gate: people,
    file: `${folder}/decide.ts`,
    edits: [
      [
        `if (state !== 'held' && state !== 'approved')`,
        `if (state === 'paid' || state === 'returned')`,
      ],
    ],
  },
  {
    name: 'withdrawal: what is being sent is undone',
    gate: testsOf('undo'),
    sqlFunction: 'withdrawals_undo',
    edits: [[' for no key update;', ';']],
  },
  {
    name: 'withdrawal: a rejection that was undone is carried out',
    gate: testsOf('undo'),
    file: `${folder}/undo.ts`,
    edits: [[`if (state !== 'rejected' || undoUntil!`, `if (undoUntil!`]],
  },
  {
    name: 'withdrawal: several open at a time',
    gate: withdrawals,
    sqlFunction: 'withdrawals_begin',
    edits: [
      ['if p_members[p_member[i]] = v_found.member_id then o_status[i] := 11; end if;', 'null;'],
    ],
    also: 'drop index withdrawals_withdrawal_open_once',
  },
  {
    name: 'withdrawal: one person is enough',
    gate: people,
    sqlFunction: 'withdrawals_guard',
    edits: [
      [
        'where y.counts) < new.approvals_needed',
        'where y.counts) < least(new.approvals_needed, 1)',
      ],
    ],
  },
  {
    name: 'withdrawal: no wait after a new bank account',
    gate: withdrawals,
    sqlFunction: 'withdrawals_begin',
    edits: [['case when v_found.not_before > p_at then v_found.not_before end', 'null']],
  },
  {
    name: 'withdrawal: large ones go by themselves',
    gate: people,
    file: `${folder}/begin.ts`,
    edits: [['return amount <= autoMax.amount ? 0 : 1', 'return amount < autoMax.amount ? 0 : 0']],
  },
  {
    name: 'withdrawal: small ones go by themselves without end',
    gate: day,
    sqlFunction: 'withdrawals_people',
    edits: [['if v_needed[i] = 0 and v_alone[k]', 'if false and v_alone[k]']],
  },
  {
    name: 'withdrawal: the day is counted before the turn',
    gate: day,
    sqlFunction: 'withdrawals_people',
    edits: [['  perform statement_lock(p_members, p_skip_busy);', '']],
  },
  {
    name: 'withdrawal: one person is enough for many',
    gate: day,
    sqlFunction: 'withdrawals_people',
    edits: [['v_total[k] + p_amount[i] >= p_two_from[i]', 'p_amount[i] >= p_two_from[i]']],
  },
  {
    name: 'withdrawal: what came back is counted as gone',
    gate: day,
    sqlFunction: 'withdrawals_day',
    edits: [[` and w.state not in ('returned', 'failed')`, '']],
  },
  {
    name: 'withdrawal: everything, though the sum is short',
    gate: withdrawals,
    file: `${folder}/begin.ts`,
    edits: [[`return sum < amount ? 'MONEY_NOT_ENOUGH' : null`, 'return null']],
  },
  {
    name: 'withdrawal: the approval of a disabled operator counts',
    gate: people,
    sqlFunction: 'withdrawals_approvals',
    edits: [[' and o.disabled_at is null', '']],
  },
  {
    name: 'withdrawal: the database counts the approval of a disabled operator',
    gate: people,
    sqlFunction: 'withdrawals_guard',
    edits: [[' where y.counts', '']],
  },
  {
    name: 'withdrawal: the program counts the approval of a disabled operator',
    gate: people,
    file: `${folder}/decide-store.ts`,
    edits: [['.filter(({ counts }) => counts)', '']],
  },
  {
    name: 'withdrawal: a process that was suspended still asks the bank to pay',
    gate: suspended,
    file: `${folder}/pay.ts`,
    edits: [
      [
        `    if (clock.now().getTime() - at.getTime() > staleAfterMs) return null
`,
        '',
      ],
    ],
  },
  {
    name: 'withdrawal: a refusal of a later request is believed at once',
    gate: answers,
    file: `${folder}/recover.ts`,
    edits: [['const overtakenUntilMs = 10 * minuteMs', 'const overtakenUntilMs = 0']],
  },
  {
    name: 'withdrawal: a payout comes back while a bonus is held',
    gate: bounced,
    file: `${folder}/bounce.ts`,
    edits: [['if (await bonusHeld(tx, memberId))', 'if (false)']],
  },
  {
    name: 'withdrawal: the hold does not compare the expected number',
    gate: moved,
    sqlFunction: 'withdrawals_begin',
    edits: [
      [
        `
      p_expect_debit => array(select p_expect[i] from unnest(v_fresh) as i),`,
        '',
      ],
    ],
  },
  {
    name: 'withdrawal: money that was never at risk explains what a bonus left behind',
    gate: washed,
    file: 'apps/server/src/desk/watch/stakes/old-stakes.ts',
    edits: [['(depth < own ? depth : own)', 'own']],
  },
  {
    name: 'withdrawal: what was lost under a bonus and booked at its end explains a win',
    gate: oldStakes,
    file: 'apps/server/src/desk/watch/stakes/old-stakes.ts',
    edits: [['const counts = since >= from', 'const counts = true']],
  },
  {
    name: 'withdrawal: more was lost than the member had',
    gate: oldStakes,
    file: 'apps/server/src/desk/watch/stakes/old-stakes.ts',
    edits: [['(depth < own ? depth : own)', 'depth']],
  },
  {
    name: 'withdrawal: what rewards keep is not asked',
    gate: conditions,
    file: `${folder}/begin.ts`,
    edits: [['return isKept(deps, deps.db, { memberId, money })', 'return false']],
  },
  {
    name: 'withdrawal: what rewards keep is not asked once the games are empty',
    gate: conditions,
    file: `${folder}/sweep.ts`,
    edits: [
      [
        `      if (await isKept(deps, tx, { memberId, money })) return 'bonus'
`,
        '',
      ],
    ],
  },
  {
    name: 'play: what comes back where bets stay open was staked',
    gate: settled,
    file: 'apps/server/src/ledger/play/settled.ts',
    edits: [['const more = takeBack(stakes, amount)', 'const more = amount']],
  },
  {
    name: 'play: a bet that is open counts',
    gate: settled,
    file: 'apps/server/src/ledger/play/settled.ts',
    edits: [['>= openBetMs)', '>= 0)']],
  },
  {
    name: 'condition: a stake counts for each',
    gate: judged,
    file: 'apps/server/src/money/conditions/judge.ts',
    edits: [['    more -= counted\n', '    more -= 0n\n']],
  },
]
