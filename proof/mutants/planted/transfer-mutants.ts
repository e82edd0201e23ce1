import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/money/transfers'
const refresh = 'apps/server/src/money/wallet/refresh.ts'

const testsOf = (name: string) => [`${folder}/${name}.test.ts`]
const race = testsOf('race')
const exceptions = testsOf('exceptions')
const halves = testsOf('halves')
const transfers = testsOf('transfers')
const wallet = ['apps/server/src/money/wallet/wallet.test.ts']

const faults: Mutant[] = [
  {
    name: 'transfer: refund on timeout',
    gate: exceptions,
    file: `${folder}/carry.ts`,
    edits: [
      [
        `if (moved.outcome === 'refused' || moved.outcome === 'unsent') {`,
        `if (moved.outcome !== 'done') {`,
      ],
    ],
  },
  {
    name: 'transfer: refund when they do not know it',
    gate: exceptions,
    file: `${folder}/recover.ts`,
    edits: [
      [
        `return setOpenState(deps.db, id, { state: 'exception', why: answer.why })`,
        'return back(answer.why)',
      ],
    ],
  },
  {
    name: 'transfer: refund after a quarter of an hour',
    gate: exceptions,
    file: `${folder}/recover.ts`,
    edits: [
      [
        `const state = ageOf(deps, transfer) > openMaxMs ? 'exception' : 'unknown'`,
        `const state = 'unknown'\n  if (ageOf(deps, transfer) > openMaxMs)\n    return deps.end({ id: transfer.id, memberId: transfer.memberId, done: false, why })`,
      ],
    ],
  },
  {
    name: 'transfer: new reference when the sweeper asks',
    gate: race,
    file: `${folder}/recover.ts`,
    edits: [
      [
        '{ ...moveOf(transfer, username), owner: null }',
        '{ ...moveOf({ ...transfer, id: crypto.randomUUID() }, username), owner: null }',
      ],
    ],
  },
  {
    name: 'transfer: new reference when asked soon',
    gate: exceptions,
    file: `${folder}/carry.ts`,
    edits: [
      [
        'const answer = await askOnce(client, move, since)',
        'const answer = await askOnce(client, { ...move, reference: crypto.randomUUID() }, since)',
      ],
    ],
  },
  {
    name: 'transfer: a refusal of a later call counts at once',
    gate: exceptions,
    file: `${folder}/recover.ts`,
    edits: [['const overtakenUntilMs = 10 * minuteMs', 'const overtakenUntilMs = 0']],
  },
  {
    name: 'transfer: balances are not compared',
    gate: exceptions,
    file: `${folder}/recover.ts`,
    edits: [['&& now.money.amount === expected)', ')']],
  },
  {
    name: 'transfer: a move out is settled by a balance',
    gate: exceptions,
    file: `${folder}/recover.ts`,
    edits: [["if (kind === 'in' && now", 'if (now']],
  },
  {
    name: 'transfer: all is done with a leg left behind',
    gate: halves,
    file: `${folder}/move-all.ts`,
    edits: [['!(await isLeftBehind(deps, all, parts))', 'true']],
  },
  {
    name: 'transfer: sent again where a reference counts twice',
    gate: exceptions,
    file: 'apps/server/src/outside/games/betflix.ts',
    edits: [['countsOnce: false', 'countsOnce: true']],
  },
]

const guards: Mutant[] = [
  {
    name: 'transfer: state guard removed from the end',
    gate: exceptions,
    sqlFunction: 'transfers_end',
    edits: [[`if v_found.state in ('done', 'returned') then`, 'if false then']],
  },
  {
    name: 'transfer: several in flight with one provider',
    gate: exceptions,
    sqlFunction: 'transfers_begin',
    edits: [['then o_status[i] := 11; end if;', 'then null; end if;']],
    also: 'drop index transfers_transfer_in_flight',
  },
  {
    name: 'transfer: one in flight is not looked up',
    gate: exceptions,
    sqlFunction: 'transfers_begin',
    edits: [['then o_status[i] := 11; end if;', 'then null; end if;']],
  },
  {
    name: 'transfer: second half begins though the first was refused',
    gate: halves,
    sqlFunction: 'transfers_end',
    edits: [['v_next[n] := p_done[k] and v_found.next_id', 'v_next[n] := v_found.next_id']],
  },
  {
    name: 'transfer: a half that stays in the wallet has no row',
    gate: halves,
    sqlFunction: 'transfers_end',
    edits: [
      [
        '        then array_position(v_members, v_found.member_id) end;',
        '        then null::int end;',
      ],
    ],
  },
  {
    name: 'transfer: second half begins though the game is taken',
    gate: halves,
    sqlFunction: 'transfers_end',
    edits: [[' and not v_found.is_shut;', ';']],
  },
  {
    name: 'transfer: keys are not compared with their bodies',
    gate: transfers,
    sqlFunction: 'transfers_begin',
    edits: [['case when v_found.fingerprint = p_fingerprint[k] then 1 else 2 end', '1']],
  },
  {
    name: 'transfer: abandoned keys are not looked up',
    gate: transfers,
    sqlFunction: 'transfers_begin',
    edits: [['then o_status[k] := 10; end if;', 'then null; end if;']],
  },
  {
    name: 'transfer: sent though it is not held any more',
    gate: race,
    file: `${folder}/store.ts`,
    edits: [
      [
        `balance_before = $2 where id = $1 and state = 'held' returning 1`,
        'balance_before = $2 where id = $1 returning 1',
      ],
    ],
  },
  {
    name: 'transfer: returned as never sent while it is being sent',
    gate: race,
    file: `${folder}/recover.ts`,
    edits: [[' && !(await setNeverSent(deps.db, id))) return', ' && false) return']],
  },
  {
    name: 'transfer: a refusal returns the money though it was sent again since',
    gate: race,
    file: `${folder}/store.ts`,
    edits: [
      [`where id = $1 and state = 'held' and tries = 0 returning 1`, 'where id = $1 returning 1'],
    ],
  },
  {
    name: 'transfer: operators may decide anything',
    gate: exceptions,
    file: `${folder}/resolve.ts`,
    edits: [[`if (before.state !== 'exception')`, 'if (false)']],
  },
  {
    name: 'transfer: everything is a success though a leg was refused',
    gate: halves,
    file: `${folder}/move-all.ts`,
    edits: [[`parts.every(({ state }) => state === 'done') &&`, '']],
  },
]

const refreshes: Mutant[] = [
  {
    gate: wallet,
    name: 'refresh: games with an open transfer are booked',
    file: refresh,
    edits: [
      [` && !open.includes(party)`, ''],
      ["if ((await listOpenGames(tx, memberId)).includes(game)) return 'silent'", ''],
    ],
  },
  {
    gate: wallet,
    name: 'refresh: a balance reported while money moved is booked',
    file: refresh,
    edits: [
      ['credit: account, expectCreditSeq: account.seq }', 'credit: account }'],
      ['credit: house, expectDebitSeq: account.seq }', 'credit: house }'],
    ],
  },
]

/** Transfers to games and back, and the results of play. */
export const transferMutants: readonly Mutant[] = [...faults, ...guards, ...refreshes]
