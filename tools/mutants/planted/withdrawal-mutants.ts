import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/modules/withdrawals'
const begin = 'apps/server/migrations/0030-withdrawals.sql'
const counted = 'apps/server/migrations/0087-withdrawals.sql'

const testsOf = (name: string) => [`${folder}/${name}.test.ts`]
const withdrawals = testsOf('withdrawals')
const faults = testsOf('faults')
const people = testsOf('people')
const answers = testsOf('answers')
const day = testsOf('day')

/** Money on its way out: paid once or given back, by whom it must be. */
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
    file: `${folder}/pay.ts`,
    edits: [
      [
        'askAgain(client, payoutOf(withdrawal))',
        'askAgain(client, { ...payoutOf(withdrawal), reference: crypto.randomUUID() })',
      ],
    ],
  },
  {
    name: 'withdrawal: what they do not know is given back',
    gate: faults,
    file: `${folder}/pay.ts`,
    edits: [
      [
        `return asked.outcome === 'absent' ? client.pay(payout) : asked`,
        `return asked.outcome === 'absent' ? { outcome: 'rejected', payout: payout.reference, why: 'absent' } : asked`,
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
    name: 'withdrawal: a clear no is believed unseen',
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
    name: 'withdrawal: what cannot be booked never gets to people',
    gate: answers,
    file: `${folder}/pay.ts`,
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
    file: begin,
    edits: [['    else false end) then', '    else false end) and false then']],
  },
  {
    name: 'withdrawal: what was sent can be rejected',
    gate: people,
    file: `${folder}/decide.ts`,
    edits: [
      [
        `if (withdrawal.state !== 'held' && withdrawal.state !== 'approved')`,
        `if (withdrawal.state === 'paid' || withdrawal.state === 'returned')`,
      ],
    ],
  },
  {
    name: 'withdrawal: several open at a time',
    gate: withdrawals,
    file: begin,
    edits: [
      [
        'create unique index withdrawals_withdrawal_open_once',
        'create index withdrawals_withdrawal_open_once',
      ],
      ['if p_members[p_member[i]] = v_found.member_id then o_status[i] := 11; end if;', 'null;'],
    ],
  },
  {
    name: 'withdrawal: one person is enough',
    gate: people,
    file: begin,
    edits: [
      [
        'where a.withdrawal = new.id) < new.approvals_needed',
        'where a.withdrawal = new.id) < least(new.approvals_needed, 1)',
      ],
    ],
  },
  {
    name: 'withdrawal: no wait after a new bank account',
    gate: withdrawals,
    file: begin,
    edits: [['case when v_found.not_before > p_at then v_found.not_before end', 'null']],
  },
  {
    name: 'withdrawal: large ones go by themselves',
    gate: people,
    file: `${folder}/service.ts`,
    edits: [['return amount <= autoMax.amount ? 0 : 1', 'return amount < autoMax.amount ? 0 : 0']],
  },
  {
    name: 'withdrawal: small ones go by themselves without end',
    gate: day,
    file: counted,
    edits: [['if v_needed[i] = 0 and v_alone[k]', 'if false and v_alone[k]']],
  },
  {
    name: 'withdrawal: the day is counted before the turn',
    gate: day,
    file: counted,
    edits: [['  perform statement_lock(p_members, p_skip_busy);', '']],
  },
  {
    name: 'withdrawal: one person is enough for many',
    gate: day,
    file: counted,
    edits: [['v_total[k] + p_amount[i] >= p_two_from[i]', 'p_amount[i] >= p_two_from[i]']],
  },
  {
    name: 'withdrawal: what came back is counted as gone',
    gate: day,
    file: counted,
    edits: [[` and w.state not in ('returned', 'failed')`, '']],
  },
  {
    name: 'withdrawal: everything, though the sum is short',
    gate: withdrawals,
    file: `${folder}/service.ts`,
    edits: [[`return sum < amount ? 'MONEY_NOT_ENOUGH' : null`, 'return null']],
  },
]
