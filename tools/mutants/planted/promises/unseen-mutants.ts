import type { Mutant } from '../../mutant.ts'
import { functionTable, table, testsOf } from '../../table.ts'

/** Faults that no test noticed at first. */
export const unseenMutants: readonly Mutant[] = [
  ...table(
    ['apps/server/src/desk/work/fields.test.ts'],
    [
      [
        'fields: one that is missing is nobody’s to find',
        'desk/work/decide',
        `if (field !== 'whyOptional' && !fields[field])`,
        `if (field === 'whyOptional' && !fields[field])`,
      ],
    ],
  ),
  ...table(testsOf('payouts', 'processes'), [
    [
      'stop: what was not sent is sent by its process',
      'modules/withdrawals/pay',
      `    if (await isPayingStopped(withdrawal.memberId)) return null\n`,
      '',
    ],
  ]),
  ...functionTable(testsOf('payouts', 'store'), [
    [
      'stop: what is found is added to the stop of somebody else',
      'payouts_stop',
      ` and s.member_id is not distinct from p_member and`,
      ` and`,
    ],
    [
      'stop: it is not in the trail',
      'payouts_stop',
      `  end if;\n  insert into core_audit`,
      `  end if;\n  return v_id;\n  insert into core_audit`,
    ],
    ['resume: one that ended ends again', 'payouts_resume', ` and s.ended_at is null and`, ` and`],
  ]),
  ...table(
    ['apps/server/src/watch/not-whole.test.ts'],
    [
      [
        'found: a sum that is not explained stops nobody',
        'watch/not-whole',
        `(await isExplained(db, one, violations))`,
        `isExplained !== undefined`,
      ],
      [
        'found: what was found before explains nothing',
        'watch/not-whole',
        `, ...(await listFindings(on))]`,
        `, ...(await listFindings(on)).slice(0, 0)]`,
      ],
      [
        'found: an account below its floor is nobody’s',
        'watch/not-whole',
        `(check === floorCheck ? what['id'] : null)`,
        `null`,
      ],
      [
        'found: another balance is the same finding',
        'watch/not-whole',
        ` \${textOf({ balance: what['balance'] })}`,
        ``,
      ],
      [
        'found: two of one member are one',
        'watch/not-whole',
        `[...(groups.get(owner) ?? []), one]`,
        `[one]`,
      ],
      [
        'found: an explanation in another currency counts',
        'watch/not-whole-store',
        ` and a.currency::text = $2`,
        ` and $2::text is not null`,
      ],
    ],
  ),
  ...table(testsOf('payouts', 'stop'), [
    [
      'stop: the attempt is recorded without asking',
      'modules/withdrawals/pay-store',
      ` and not payouts_is_stopped(member_id) returning 1`,
      ` returning 1`,
    ],
  ]),
]
