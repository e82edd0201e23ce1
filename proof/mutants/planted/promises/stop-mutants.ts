import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

export const stopMutants: readonly Mutant[] = [
  ...faultsIn(
    'payouts_is_stopped',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'stop: only the stop of everybody counts': [
        '(s.member_id is null or s.member_id = p_member)',
        's.member_id is null',
      ],
    },
  ),
  ...faultsIn(
    'payouts_stop',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'stop: what two let go on stops again': [
        '\n    except select unnest(s.findings) from payouts_stop s where s.ended_at is not null',
        '',
      ],
      'stop: what is found later is not added': [
        'if v_id is null then',
        'if v_id is null then return null; end if; if false then',
      ],
    },
  ),
  ...faultsIn(
    'payouts_resume',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'resume: what is found later is agreed to': [' and cardinality(s.findings) = p_findings', ''],
      'resume: it is not in the trail, so nobody has to agree': [
        "'payouts.resume', 'payouts:'",
        "'payouts.stop', 'payouts:'",
      ],
    },
  ),
  ...faultsIn(
    'confirm_wanted',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'resume: one person lets payouts go on': ["      o_kind := 'payouts resume';", '      null;'],
    },
  ),
  ...faultsIn(
    'withdrawals_guard',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'guard: a payout is sent while payouts are stopped': [
        "new.state = 'sent' and payouts_is_stopped(new.member_id)",
        'false',
      ],
    },
  ),
  ...faultsIn(
    'money/withdrawals/pay',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'stop: it waits for nobody before it is sent': [
        '  if (await isPayingStopped(db, memberId)) return payingStopped\n',
        '',
      ],
      'stop: one that was approved at once stays approved': [
        'why === undecided || why === payingStopped',
        'why === undecided',
      ],
    },
  ),
  ...faultsIn(
    'money/withdrawals/recover',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'stop: what the bank does not know is asked for again': [
        "asked.outcome === 'absent' && !isStopped",
        "asked.outcome === 'absent'",
      ],
      'stop: what waits becomes an exception': [
        "    if (isStopped && answer.outcome === 'absent') return await setWhy(db, id, payingStopped)\n",
        '',
      ],
    },
  ),
  ...faultsIn(
    'records/payouts/stop',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'resume: what waits is tried when it is due': [
        '    await makeDue(tx, stop.memberId, at)\n',
        '',
      ],
      'resume: more was found and it goes on': [
        'if (!(await endStop(tx, { ...act, id: stop.id, at })))',
        'if (!(await endStop(tx, { ...act, findings: stop.findings.length, id: stop.id, at })))',
      ],
      'stop: its item is not in the same commit': [
        '    await alsoIn(tx, id)\n',
        '    void alsoIn(tx, id)\n',
      ],
    },
  ),
  ...faultsIn(
    'money/withdrawals/pay-store',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'resume: what waits of others is not due': [
        '($1::text is null or member_id = $1) and next_at > $2',
        'member_id = $1 and next_at > $2',
      ],
      'resume: what two people approved is not due': [
        "(state = 'approved' or (state = 'held' and approvals_needed = 0) or",
        "((state = 'held' and approvals_needed = 0) or",
      ],
    },
  ),
  ...faultsIn(
    'desk/watch/not-whole',
    ['records/payouts/{store,stop,desk,processes}', 'desk/watch/not-whole', 'desk/queues/urgent'],
    {
      'found: everybody is stopped for one account': ['(owners.get(account) ?? null)', 'null'],
      'found: a sum that is explained stops everybody': [
        'owner === null && one.check === sumCheck',
        'false && one.check === sumCheck',
      ],
    },
  ),
  ...faultsIn('money/games/credentials', 'money/games/renew', {
    'renewal: the old password is shown': [
      'if (!(await deps.renewing.renewDue(place))) throw',
      'if (!(await deps.renewing.renewDue(place)) && false) throw',
    ],
  }),
  ...faultsIn('money/games/renewal-store', 'money/games/renew', {
    'renewal: two processes ask the provider': [
      'game = $2 and (held_until is null or held_until <= $3) returning asked',
      'game = $2 and $3::timestamptz is not null returning asked',
    ],
    'renewal: what is asked for meanwhile is forgotten': [
      '`delete from games_renewal where ${mine} and asked = $4 returning 1`',
      '`delete from games_renewal where ${mine} and $4::int > 0 returning 1`',
    ],
    'renewal: what was asked for twice is forgotten with the first': [
      'held_until = $3 and asked = 1 returning 1',
      'held_until = $3 returning 1',
    ],
    'renewal: it is tried again without a pause': [
      '{ firstSeconds: 10, maxSeconds: 600 }',
      '{ firstSeconds: 0, maxSeconds: 0 }',
    ],
    'renewal: each pause is as long as the first': [
      'set held_until = $4, next_at = $4, tries = tries + 1',
      'set held_until = $4, next_at = $4',
    ],
    'renewal: after a failure it stays held': [
      '     set held_until = null, next_at = ${nextTrySql',
      '     set next_at = ${nextTrySql',
    ],
    'renewal: who wants to play waits for the pause': [
      '(held_until is null or held_until <= $3) returning asked',
      '(held_until is null or held_until <= $3) and next_at <= $3 returning asked',
    ],
    'renewal: a change while it is being replaced is not noted': [
      'set asked = r.asked + 1, tries = 0, next_at = greatest',
      'set tries = 0, next_at = greatest',
    ],
  }),
  ...faultsIn('money/games/renew', 'money/games/renew', {
    'renewal: a lost answer is the old password': [
      "isAsked && set.outcome !== 'unknown' &&",
      'isAsked &&',
    ],
    'renewal: a refusal counts as certain where it had to be replaced': [
      'const isKept = isAsked && set',
      'const isKept = set',
    ],
    'renewal: a claim lasts for an hour': ['heldMs = 30_000', 'heldMs = 3_600_000'],
  }),
]
