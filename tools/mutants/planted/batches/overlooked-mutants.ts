import type { Mutant } from '../../mutant.ts'

type Overlooked = readonly [name: string, gate: string, file: string, from: string, to: string]

const source = 'apps/server/src/'

/** Faults that no test noticed at first: at a bound, one of several, behind another check, in another language. */
const inFiles: readonly Overlooked[] = [
  [
    'a share of a deposit has no maximum',
    'modules/bonus/terms',
    'modules/bonus/terms',
    'return share < max ? share : max',
    'return share',
  ],
  [
    'a channel is asked to pay in a currency that it does not have',
    'modules/withdrawals/silent-ends',
    'modules/withdrawals/pay',
    'if (!client?.currencies.includes(found.currency))',
    'if (!client)',
  ],
  [
    'a silent game is waited for without end',
    'modules/withdrawals/silent-ends',
    'modules/withdrawals/sweep',
    'clock.now().getTime() - seen.createdAt.getTime() > sweptWithinMs ||',
    '',
  ],
  [
    'what came back is said in Thai to everybody',
    'modules/withdrawals/silent-ends',
    'modules/withdrawals/bounce',
    'bouncedTexts[await deps.languageOf(tx, memberId)]',
    'bouncedTexts.th',
  ],
  [
    'a second withdrawal is possible while the end of a bonus waits',
    'modules/bonus/second-walls',
    'modules/bonus/progress',
    'if (await deps.findWithdrawalAfter(on, memberId, held.statementSeq)) return true',
    '',
  ],
  [
    'what waited for the end of a bonus waits for a job, too',
    'modules/bonus/second-walls',
    'modules/bonus/clear',
    '  await deps.releaseHeld(memberId)\n',
    '',
  ],
  [
    'a game that was not asked has answered',
    'modules/bonus/second-walls',
    'modules/wallet/refresh',
    'return asked.length === games.length && asked.every',
    'return asked.every',
  ],
  [
    'a known transfer is refused while games are emptied',
    'modules/bonus/second-walls',
    'modules/transfers/begin',
    'if (isStopped && !(await findByKey(db, memberId, key)))',
    'if (isStopped)',
  ],
  [
    'everything may be moved while games are emptied',
    'modules/bonus/second-walls',
    'modules/transfers/move-all',
    "if (!(await deps.mayMove({ memberId, to }))) throw new Refused('BONUS_REMAINING')",
    '',
  ],
  [
    'no page of the winner is pushed',
    'modules/spinwheel/spinwheel',
    'modules/spinwheel/claim',
    'if (claimed) deps.notifyReward(caller.memberId, claimed)',
    '',
  ],
  [
    'a deposit of exactly its price earns no coin',
    'modules/deposits/bounds',
    'modules/deposits/settle',
    'if (per === 0n || amount < per) return null',
    'if (per === 0n || amount <= per) return null',
  ],
  [
    'a transfer of another amount was seen before',
    'modules/deposits/request',
    'modules/deposits/confirm',
    'if (settled.differs)',
    'if (false)',
  ],
  [
    'a notice is in Thai for everybody',
    'modules/notices/notify',
    'modules/notices/texts',
    'texts[notice][language](brand)',
    'texts[notice].th(brand)',
  ],
  [
    'of several receivers the first has been paid',
    'recovery/sources/payouts',
    'recovery/sources/payouts',
    "others.length === 0 ? one : 'several members have an account with this number'",
    'one',
  ],
  [
    'a receiver may have another currency',
    'recovery/sources/payouts',
    'recovery/sources/payouts',
    'bankAccountNo === account && currency === money.currency,',
    "bankAccountNo === account && currency !== 'COIN',",
  ],
  [
    'what was lost is rebuilt source by source',
    'recovery/run-sources',
    'recovery/run-sources',
    '.toSorted((one, other) => one.at.getTime() - other.at.getTime())',
    '',
  ],
  [
    'a review leaves no trail',
    'desk/work/review-trail',
    'modules/review/review',
    "await recordAudit(tx, { at, actor, requestId, action: 'review.tick', subject, after })",
    '',
  ],
  [
    'numbers deep inside of an act are shown',
    'desk/work/review-trail',
    'modules/review/desk',
    '[key, maskedIn(part)]',
    '[key, part]',
  ],
  [
    'a decision is made while another call makes it',
    'desk/work/review-trail',
    'desk/work/decide',
    "if (!made && !recorded.isMine) refuseOperator(decideWork, 'IN_PROGRESS')",
    '',
  ],
  [
    'a time-line shows money to everybody',
    'overview/members/members',
    'overview/members/timeline/timeline',
    'seesMoney ? shown : withoutMoney(shown)',
    'shown',
  ],
  [
    'a time that has not come yet today is looked for in the future',
    'overview/members/members',
    'overview/members/search/search',
    'day === undefined && at > now.getTime() ? at - dayMs : at',
    'at',
  ],
  [
    'a withdrawal that ended weeks ago is under way',
    'overview/facts',
    'overview/facts',
    ' || (one.endedAt !== null && now.getTime() - one.endedAt.getTime() > dayMs)',
    '',
  ],
  [
    'a seal is the same by its root or its chain',
    'watch/night/night',
    'ledger/heads/compare',
    'seal.chain !== head.seal.chain || seal.root',
    'seal.chain !== head.seal.chain && seal.root',
  ],
  [
    'a dead place keeps the heads from the others',
    'watch/night/night',
    'ledger/heads/send',
    'failures.push(`${place.name}: ${(error as Error).message}`)',
    'throw error',
  ],
  [
    'the same alarm at each look',
    'modules/bankfeed/uncompared',
    'modules/bankfeed/reconcile',
    'if ((await findReconciledUntil(deps.db, party)) === name) continue',
    '',
  ],
  [
    'a range may end behind its file',
    'core/uploads/serve-files',
    'core/uploads/serve-files',
    'Math.min(Number(last), size - 1)',
    'Number(last)',
  ],
  [
    'new files are cleaned up before their message is sent',
    'modules/chatfiles/forget',
    'modules/chatfiles/forget',
    'await removeUnknown(folder, yesterday,',
    'await removeUnknown(folder, new Date(now),',
  ],
  [
    'the cleanup forgets trusted networks',
    'modules/session/forget',
    'modules/session/store',
    ' and (trusted_until is null or trusted_until < $1)',
    '',
  ],
  [
    'the sessions that were used last end',
    'core/session/bound-sessions',
    'core/session/session-store',
    'order by last_used_at desc, created_at desc, token_hash offset $4',
    'order by last_used_at, created_at desc, token_hash offset $4',
  ],
]

const inFunctions: readonly Overlooked[] = [
  [
    'a short reference is the same transfer for ever',
    'modules/deposits/bounds',
    'deposits_find',
    "x.paid_at > v.paid_at - interval '1 day'",
    "x.paid_at > v.paid_at - interval '100 days'",
  ],
  [
    'of two equal requests the newest is paid',
    'modules/deposits/request',
    'deposits_settle',
    'order by r.created_at, r.id limit 1',
    'order by r.created_at desc, r.id limit 1',
  ],
  [
    'a request that was carried out may be refused',
    'desk/work/review-trail',
    'confirm_guard',
    ' and old.done_at is null',
    '',
  ],
]

const gateOf = (gate: string) => [`${source}${gate}.test.ts`]

export const overlookedMutants: readonly Mutant[] = [
  ...inFiles.map(([name, gate, file, from, to]) => ({
    name: `overlooked: ${name}`,
    gate: gateOf(gate),
    file: `${source}${file}.ts`,
    edits: [[from, to]] as const,
  })),
  ...inFunctions.map(([name, gate, sqlFunction, from, to]) => ({
    name: `overlooked: ${name}`,
    gate: gateOf(gate),
    sqlFunction,
    edits: [[from, to]] as const,
  })),
]
