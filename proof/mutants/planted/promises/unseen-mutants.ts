import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Faults that no test noticed at first. */
export const unseenMutants: readonly Mutant[] = [
  ...faultsIn('desk/queues/decide', 'desk/queues/fields', {
    'fields: one that is missing is nobody’s to find': [
      "if (field !== 'whyOptional' && !fields[field])",
      "if (field === 'whyOptional' && !fields[field])",
    ],
  }),
  ...faultsIn('money/withdrawals/pay', 'records/payouts/processes', {
    'stop: what was not sent is sent by its process': [
      '    if (await isPayingStopped(db, withdrawal.memberId)) return null\n',
      '',
    ],
  }),
  ...faultsIn('payouts_stop', 'records/payouts/store', {
    'stop: what is found is added to the stop of somebody else': [
      ' and s.member_id is not distinct from p_member and',
      ' and',
    ],
    'stop: it is not in the trail': [
      '  end if;\n  insert into core_audit',
      '  end if;\n  return v_id;\n  insert into core_audit',
    ],
  }),
  ...faultsIn('payouts_resume', 'records/payouts/store', {
    'resume: one that ended ends again': [' and s.ended_at is null and', ' and'],
  }),
  ...faultsIn('desk/watch/not-whole', 'desk/watch/not-whole', {
    'found: a sum that is not explained stops nobody': [
      '(await isExplained(db, one, violations))',
      'isExplained !== undefined',
    ],
    'found: what was found before explains nothing': [
      ', ...(await listFindings(on))]',
      ', ...(await listFindings(on)).slice(0, 0)]',
    ],
    'found: an account below its floor is nobody’s': [
      "(check === floorCheck ? what['id'] : null)",
      'null',
    ],
    'found: another balance is the same finding': [" ${textOf({ balance: what['balance'] })}", ''],
    'found: two of one member are one': ['[...(groups.get(owner) ?? []), one]', '[one]'],
  }),
  ...faultsIn('desk/watch/not-whole-store', 'desk/watch/not-whole', {
    'found: an explanation in another currency counts': [
      ' and a.currency::text = $2',
      ' and $2::text is not null',
    ],
  }),
  ...faultsIn('money/withdrawals/pay-store', 'records/payouts/stop', {
    'stop: the attempt is recorded without asking': [
      ' and not payouts_is_stopped(member_id) returning 1',
      ' returning 1',
    ],
  }),
  ...faultsIn('entry/sign-in/joining', 'entry/sign-in/joining', {
    'join: a code that is not taken adds a name without a key': [
      '  if (!key)\n    throw new OperatorRefused(',
      "  if (!key) return\n  if (name === '')\n    throw new OperatorRefused(",
    ],
  }),
  ...faultsIn('entry/sign-in/join-store', 'entry/sign-in/joining', {
    'join: a code of another name is taken': [
      'where code = $1 and name = $2 and added_at',
      'where code = $1 and $2::text is not null and added_at',
    ],
  }),
  ...faultsIn('entry/sign-in/recovery-store', 'entry/sign-in/recovery', {
    'recovery: a code that was used is one': [
      "where code_hash = $1 and used_at is null',\n",
      "where code_hash = $1',\n",
    ],
  }),
  ...faultsIn('sign_in_date_password', 'entry/sign-in/notices', {
    'dates: a password is as old as was written': ['  new.changed_at := now();\n', ''],
  }),
  ...faultsIn('desk/decisions/rewards/cost', 'desk/decisions/rewards/switching', {
    'switch: kip are not given': [
      'walletCurrencies.map((currency) => ({',
      'walletCurrencies.slice(0, 1).map((currency) => ({',
    ],
    'rewards: a gift above what is asked is given alone': [
      'most.length > 0 && isAbove(offer.terms, usualFactor) ? null : most',
      'most.length > 0 && isAbove(offer.terms, usualFactor) ? most : most',
    ],
  }),
  ...faultsIn('records/confirm/store', 'desk/decisions/rewards/switching', {
    'switch: whoever counted it, ever': [
      "and coalesce(decided_at, asked_at) > now() - interval '24 hours' limit 1",
      'limit 1',
    ],
  }),
  ...faultsIn('rewards/spinwheel/definition', 'rewards/spinwheel/spinwheel', {
    'wheel: one ticket may be missing': ['if (sum !== tickets)', 'if (sum > tickets)'],
  }),
  ...faultsIn('desk/queues/kinds/second', 'desk/overview/house', {
    'desk: the operator who closed the house reads another reason': [
      "  if (by === (await findCloser(db, kind))) return 'closed-it'\n",
      '',
    ],
  }),
  ...faultsIn('money/bonus/activate', 'money/bonus/{linked,deposit-share}', {
    'linked: a second account has its own by day': [
      '{ code, since: periodOf(campaign.type, clock.now()).since }',
      '{ code, since: clock.now() }',
    ],
  }),
  ...faultsIn('money/bonus/grant', 'money/bonus/{linked,deposit-share}', {
    'share: money under way is not there': [
      "kind === 'wallet' || kind === 'game' || kind === 'transfer'",
      "kind === 'wallet' || kind === 'game'",
    ],
  }),
  ...faultsIn('desk/watch/rewards/release', 'desk/watch/rewards/mirrors', {
    'few results: wins of a turnover count': [
      'isTotal ? amount : -amount',
      'isTotal || true ? amount : -amount',
    ],
  }),
  ...faultsIn('ledger/play/mirrors', 'ledger/play/{mirrors,running}', {
    'compared: another currency agrees': [
      "a.kind = 'game' and a.currency = found.currency",
      "a.kind = 'game'",
    ],
  }),
  ...faultsIn('ledger/play/running', 'ledger/play/{mirrors,running}', {
    'running: one count for every instant': [
      '`${of.memberId} ${of.since.getTime()}`',
      '`${of.memberId}`',
    ],
  }),
  ...faultsIn('money/deposits/report-store', 'channels/bankfeed/other-digits', {
    'paid before: from any account': [
      ' and right(d.payer_account, length($3)) = $3',
      ' and $3::text is not null',
    ],
  }),
]
