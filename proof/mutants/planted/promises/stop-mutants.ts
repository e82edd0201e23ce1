import type { Mutant } from '../../mutant.ts'
import { functionTable, table, testsOf } from '../../table.ts'

const stops = [
  ...testsOf('payouts', 'store', 'stop', 'desk', 'processes'),
  'apps/server/src/desk/watch/not-whole.test.ts',
  'apps/server/src/desk/queues/urgent.test.ts',
]
const renewals = testsOf('games', 'renew')

export const stopMutants: readonly Mutant[] = [
  ...functionTable(stops, [
    [
      'stop: only the stop of everybody counts',
      'payouts_is_stopped',
      `(s.member_id is null or s.member_id = p_member)`,
      `s.member_id is null`,
    ],
    [
      'stop: what two let go on stops again',
      'payouts_stop',
      `\n    except select unnest(s.findings) from payouts_stop s where s.ended_at is not null`,
      '',
    ],
    [
      'stop: what is found later is not added',
      'payouts_stop',
      `if v_id is null then`,
      `if v_id is null then return null; end if; if false then`,
    ],
    [
      'resume: what is found later is agreed to',
      'payouts_resume',
      ` and cardinality(s.findings) = p_findings`,
      '',
    ],
    [
      'resume: it is not in the trail, so nobody has to agree',
      'payouts_resume',
      `'payouts.resume', 'payouts:'`,
      `'payouts.stop', 'payouts:'`,
    ],
    [
      'resume: one person lets payouts go on',
      'confirm_wanted',
      `      o_kind := 'payouts resume';`,
      `      null;`,
    ],
    [
      'guard: a payout is sent while payouts are stopped',
      'withdrawals_guard',
      `new.state = 'sent' and payouts_is_stopped(new.member_id)`,
      `false`,
    ],
  ]),
  ...table(stops, [
    [
      'stop: it waits for nobody before it is sent',
      'money/withdrawals/pay',
      `  if (await isPayingStopped(db, memberId)) return payingStopped\n`,
      '',
    ],
    [
      'stop: one that was approved at once stays approved',
      'money/withdrawals/pay',
      `why === undecided || why === payingStopped`,
      `why === undecided`,
    ],
    [
      'stop: what the bank does not know is asked for again',
      'money/withdrawals/recover',
      `asked.outcome === 'absent' && !isStopped`,
      `asked.outcome === 'absent'`,
    ],
    [
      'stop: what waits becomes an exception',
      'money/withdrawals/recover',
      `    if (isStopped && answer.outcome === 'absent') return await setWhy(db, id, payingStopped)\n`,
      '',
    ],
    [
      'resume: what waits is tried when it is due',
      'records/payouts/stop',
      `    await makeDue(tx, stop.memberId, at)\n`,
      '',
    ],
    [
      'resume: what waits of others is not due',
      'money/withdrawals/pay-store',
      `($1::text is null or member_id = $1) and next_at > $2`,
      `member_id = $1 and next_at > $2`,
    ],
    [
      'resume: what two people approved is not due',
      'money/withdrawals/pay-store',
      `(state = 'approved' or (state = 'held' and approvals_needed = 0) or`,
      `((state = 'held' and approvals_needed = 0) or`,
    ],
    [
      'resume: more was found and it goes on',
      'records/payouts/stop',
      `if (!(await endStop(tx, { ...act, id: stop.id, at })))`,
      `if (!(await endStop(tx, { ...act, findings: stop.findings.length, id: stop.id, at })))`,
    ],
    [
      'stop: its item is not in the same commit',
      'records/payouts/stop',
      `    await alsoIn(tx, id)\n`,
      `    void alsoIn(tx, id)\n`,
    ],
    [
      'found: everybody is stopped for one account',
      'desk/watch/not-whole',
      `(owners.get(account) ?? null)`,
      `null`,
    ],
    [
      'found: a sum that is explained stops everybody',
      'desk/watch/not-whole',
      `owner === null && one.check === sumCheck`,
      `false && one.check === sumCheck`,
    ],
  ]),
  ...table(renewals, [
    [
      'renewal: the old password is shown',
      'money/games/credentials',
      `if (!(await deps.renewing.renewDue(place))) throw`,
      `if (!(await deps.renewing.renewDue(place)) && false) throw`,
    ],
    [
      'renewal: two processes ask the provider',
      'money/games/renewal-store',
      `game = $2 and (held_until is null or held_until <= $3) returning asked`,
      `game = $2 and $3::timestamptz is not null returning asked`,
    ],
    [
      'renewal: what is asked for meanwhile is forgotten',
      'money/games/renewal-store',
      '`delete from games_renewal where ${mine} and asked = $4 returning 1`',
      '`delete from games_renewal where ${mine} and $4::int > 0 returning 1`',
    ],
    [
      'renewal: a lost answer is the old password',
      'money/games/renew',
      `isAsked && set.outcome !== 'unknown' &&`,
      `isAsked &&`,
    ],
    [
      'renewal: a refusal counts as certain where it had to be replaced',
      'money/games/renew',
      `const isKept = isAsked && set`,
      `const isKept = set`,
    ],
    [
      'renewal: what was asked for twice is forgotten with the first',
      'money/games/renewal-store',
      `held_until = $3 and asked = 1 returning 1`,
      `held_until = $3 returning 1`,
    ],
    [
      'renewal: it is tried again without a pause',
      'money/games/renewal-store',
      `{ firstSeconds: 10, maxSeconds: 600 }`,
      `{ firstSeconds: 0, maxSeconds: 0 }`,
    ],
    [
      'renewal: each pause is as long as the first',
      'money/games/renewal-store',
      `set held_until = $4, next_at = $4, tries = tries + 1`,
      `set held_until = $4, next_at = $4`,
    ],
    [
      'renewal: after a failure it stays held',
      'money/games/renewal-store',
      `     set held_until = null, next_at = \${nextTrySql`,
      `     set next_at = \${nextTrySql`,
    ],
    [
      'renewal: who wants to play waits for the pause',
      'money/games/renewal-store',
      `(held_until is null or held_until <= $3) returning asked`,
      `(held_until is null or held_until <= $3) and next_at <= $3 returning asked`,
    ],
    [
      'renewal: a claim lasts for an hour',
      'money/games/renew',
      `heldMs = 30_000`,
      `heldMs = 3_600_000`,
    ],
    [
      'renewal: a change while it is being replaced is not noted',
      'money/games/renewal-store',
      `set asked = r.asked + 1, tries = 0, next_at = greatest`,
      `set tries = 0, next_at = greatest`,
    ],
  ]),
]
