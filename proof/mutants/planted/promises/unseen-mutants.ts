import type { Mutant } from '../../mutant.ts'
import { functionTable, table, testsOf } from '../../table.ts'

/** Faults that no test noticed at first. */
export const unseenMutants: readonly Mutant[] = [
  ...table(
    ['apps/server/src/desk/queues/fields.test.ts'],
    [
      [
        'fields: one that is missing is nobody’s to find',
        'desk/queues/decide',
        `if (field !== 'whyOptional' && !fields[field])`,
        `if (field === 'whyOptional' && !fields[field])`,
      ],
    ],
  ),
  ...table(testsOf('payouts', 'processes'), [
    [
      'stop: what was not sent is sent by its process',
      'money/withdrawals/pay',
      `    if (await isPayingStopped(db, withdrawal.memberId)) return null\n`,
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
    ['apps/server/src/desk/watch/not-whole.test.ts'],
    [
      [
        'found: a sum that is not explained stops nobody',
        'desk/watch/not-whole',
        `(await isExplained(db, one, violations))`,
        `isExplained !== undefined`,
      ],
      [
        'found: what was found before explains nothing',
        'desk/watch/not-whole',
        `, ...(await listFindings(on))]`,
        `, ...(await listFindings(on)).slice(0, 0)]`,
      ],
      [
        'found: an account below its floor is nobody’s',
        'desk/watch/not-whole',
        `(check === floorCheck ? what['id'] : null)`,
        `null`,
      ],
      [
        'found: another balance is the same finding',
        'desk/watch/not-whole',
        ` \${textOf({ balance: what['balance'] })}`,
        ``,
      ],
      [
        'found: two of one member are one',
        'desk/watch/not-whole',
        `[...(groups.get(owner) ?? []), one]`,
        `[one]`,
      ],
      [
        'found: an explanation in another currency counts',
        'desk/watch/not-whole-store',
        ` and a.currency::text = $2`,
        ` and $2::text is not null`,
      ],
    ],
  ),
  ...table(testsOf('payouts', 'stop'), [
    [
      'stop: the attempt is recorded without asking',
      'money/withdrawals/pay-store',
      ` and not payouts_is_stopped(member_id) returning 1`,
      ` returning 1`,
    ],
  ]),
  ...table(testsOf('sign-in', 'joining'), [
    [
      'join: a code that is not taken adds a name without a key',
      'entry/sign-in/joining',
      `  if (!key)\n    throw new OperatorRefused(`,
      `  if (!key) return\n  if (name === '')\n    throw new OperatorRefused(`,
    ],
    [
      'join: a code of another name is taken',
      'entry/sign-in/join-store',
      `where code = $1 and name = $2 and added_at`,
      `where code = $1 and $2::text is not null and added_at`,
    ],
  ]),
  ...table(testsOf('sign-in', 'recovery'), [
    [
      'recovery: a code that was used is one',
      'entry/sign-in/recovery-store',
      `where code_hash = $1 and used_at is null',\n`,
      `where code_hash = $1',\n`,
    ],
  ]),
  ...functionTable(testsOf('sign-in', 'notices'), [
    [
      'dates: a password is as old as was written',
      'sign_in_date_password',
      `  new.changed_at := now();\n`,
      '',
    ],
  ]),
  ...table(
    ['apps/server/src/kapao/groups/rewards/switching.test.ts'],
    [
      [
        'switch: kip are not given',
        'desk/decisions/guarded/rewards',
        `walletCurrencies.map((currency) => ({`,
        `walletCurrencies.slice(0, 1).map((currency) => ({`,
      ],
    ],
  ),
  ...table(
    ['apps/server/src/desk/overview/house.test.ts'],
    [
      [
        'desk: who closed the house is told something else',
        'desk/queues/kinds/second',
        `  if (by === (await findCloser(db, kind))) return 'closed-it'\n`,
        '',
      ],
    ],
  ),
  ...table(testsOf('bonus', 'linked', 'deposit-share'), [
    [
      'linked: a second account has its own by day',
      'money/bonus/activate',
      `{ code, since: periodOf(campaign.type, clock.now()).since }`,
      `{ code, since: clock.now() }`,
    ],
    [
      'share: money under way is not there',
      'money/bonus/grant',
      `kind === 'wallet' || kind === 'game' || kind === 'transfer'`,
      `kind === 'wallet' || kind === 'game'`,
    ],
  ]),
  ...table(
    ['apps/server/src/desk/watch/rewards/mirrors.test.ts'],
    [
      [
        'few results: wins of a turnover count',
        'desk/watch/rewards/release',
        `isTotal ? amount : -amount`,
        `isTotal || true ? amount : -amount`,
      ],
    ],
  ),
  ...table(
    ['apps/server/src/ledger/play/mirrors.test.ts', 'apps/server/src/ledger/play/running.test.ts'],
    [
      [
        'compared: another currency agrees',
        'ledger/play/mirrors',
        `a.kind = 'game' and a.currency = found.currency`,
        `a.kind = 'game'`,
      ],
      [
        'running: one count for every instant',
        'ledger/play/running',
        '`${of.memberId} ${of.since.getTime()}`',
        '`${of.memberId}`',
      ],
    ],
  ),
  ...table(testsOf('bankfeed', 'other-digits'), [
    [
      'paid before: from any account',
      'money/deposits/report-store',
      ` and right(d.payer_account, length($3)) = $3`,
      ` and $3::text is not null`,
    ],
  ]),
]
