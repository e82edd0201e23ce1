import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

export const overlookedMutants: readonly Mutant[] = [
  ...faultsIn('money/bonus/terms', 'money/bonus/terms', {
    'overlooked: a share of a deposit has no maximum': [
      'return share < max ? share : max',
      'return share',
    ],
  }),
  ...faultsIn('money/withdrawals/pay', 'money/withdrawals/silent-ends', {
    'overlooked: a channel is asked to pay in a currency that it does not have': [
      'if (!client?.currencies.includes(found.currency))',
      'if (!client)',
    ],
  }),
  ...faultsIn('money/withdrawals/sweep', 'money/withdrawals/silent-ends', {
    'overlooked: a silent game is waited for without end': [
      'clock.now().getTime() - seen.createdAt.getTime() > sweptWithinMs ||',
      '',
    ],
  }),
  ...faultsIn('money/withdrawals/bounce', 'money/withdrawals/silent-ends', {
    'overlooked: what came back is said in Thai to everybody': [
      'bouncedTexts[language]',
      'bouncedTexts.th',
    ],
  }),
  ...faultsIn('money/bonus/withdrawable', 'money/bonus/second-walls', {
    'overlooked: a second withdrawal is possible while the end of a bonus waits': [
      'return (await findHeldAfter(on, held.memberId, held.statementSeq)) !== null',
      'return false',
    ],
  }),
  ...faultsIn('money/bonus/finish', 'money/bonus/second-walls', {
    'overlooked: what waited for the end of a bonus waits for a job, too': [
      '  await deps.releaseHeld(memberId)\n',
      '',
    ],
  }),
  ...faultsIn('money/wallet/refresh', 'money/bonus/second-walls', {
    'overlooked: a game that was not asked has answered': [
      'return asked.length === games.length && asked.every',
      'return asked.every',
    ],
  }),
  ...faultsIn('money/transfers/begin', 'money/bonus/second-walls', {
    'overlooked: a known transfer is refused while games are emptied': [
      'if (isStopped && !(await findByKey(db, memberId, key)))',
      'if (isStopped)',
    ],
  }),
  ...faultsIn('money/transfers/move-all', 'money/bonus/second-walls', {
    'overlooked: everything may be moved while games are emptied': [
      "if (!(await deps.mayMove({ memberId, to }))) throw new Refused('BONUS_REMAINING')",
      '',
    ],
  }),
  ...faultsIn('rewards/spinwheel/claim', 'rewards/spinwheel/spinwheel', {
    'overlooked: no page of the winner is pushed': [
      'if (claimed) void notifyReward(deps, caller.memberId, claimed)',
      '',
    ],
  }),
  ...faultsIn('money/deposits/settle', 'money/deposits/bounds', {
    'overlooked: a deposit of exactly its price earns no coin': [
      'if (per === 0n || amount < per) return null',
      'if (per === 0n || amount <= per) return null',
    ],
  }),
  ...faultsIn('money/deposits/confirm', 'money/deposits/request', {
    'overlooked: a transfer of another amount was seen before': [
      'if (settled.differs)',
      'if (false)',
    ],
    'overlooked: evidence is of the future': [
      'if (paidAt < from || paidAt > clock.now())',
      'if (paidAt < from)',
    ],
  }),
  ...faultsIn('records/notices/texts', 'records/notices/texts', {
    'overlooked: a notice is in Thai for everybody': [
      'words[kind][language](sum, outcome)',
      'words[kind].th(sum, outcome)',
    ],
  }),
  ...faultsIn('desk/recovery/sources/payouts', 'desk/recovery/sources/payouts', {
    'overlooked: of several receivers the first has been paid': [
      "others.length === 0 ? one : 'several members have an account with this number'",
      'one',
    ],
    'overlooked: a receiver may have another currency': [
      'bankAccountNo === account && currency === money.currency,',
      "bankAccountNo === account && currency !== 'COIN',",
    ],
  }),
  ...faultsIn('desk/recovery/run-sources', 'desk/recovery/run-sources', {
    'overlooked: what was lost is rebuilt source by source': [
      '.toSorted((one, other) => one.at.getTime() - other.at.getTime())',
      '',
    ],
  }),
  ...faultsIn('records/review/review', 'desk/queues/review-trail', {
    'overlooked: a review leaves no trail': [
      "await recordAudit(tx, { at, actor, requestId, action: 'review.tick', subject, after })",
      '',
    ],
  }),
  ...faultsIn('records/review/desk', 'desk/queues/review-trail', {
    'overlooked: numbers deep inside of an act are shown': ['[key, maskedIn(part)]', '[key, part]'],
  }),
  ...faultsIn('desk/queues/decide', 'desk/queues/review-trail', {
    'overlooked: a decision is made while another call makes it': [
      "if (!made && !recorded.isMine) refuseOperator(decideWork, 'IN_PROGRESS')",
      '',
    ],
  }),
  ...faultsIn('desk/overview/members/timeline/timeline', 'desk/overview/members/members', {
    'overlooked: a time-line shows money to everybody': [
      'seesMoney ? shown : withoutMoney(shown)',
      'shown',
    ],
  }),
  ...faultsIn('desk/overview/members/search/search', 'desk/overview/members/members', {
    'overlooked: a time that has not come yet today is looked for in the future': [
      'day === undefined && at > now.getTime() ? at - dayMs : at',
      'at',
    ],
    'overlooked: a search of exactly twenty is cut': [
      'isCut: found.length > foundMax',
      'isCut: found.length >= foundMax',
    ],
  }),
  ...faultsIn('talk/chatbot/read-facts', 'talk/chatbot/read-facts', {
    'overlooked: a withdrawal that ended weeks ago is under way': [
      'if (endedAt !== null && clock.now().getTime() - Date.parse(endedAt) > dayMs) return null',
      '',
    ],
  }),
  ...faultsIn('ledger/heads/compare', 'desk/watch/night/night', {
    'overlooked: a seal is the same by its root or its chain': [
      'seal.chain !== head.seal.chain || seal.root',
      'seal.chain !== head.seal.chain && seal.root',
    ],
    'overlooked: a head follows by its number alone': [
      'head.before === hash && head.no ===',
      'head.no ===',
    ],
  }),
  ...faultsIn('ledger/heads/send', 'desk/watch/night/night', {
    'overlooked: a dead place keeps the heads from the others': [
      'failures.push(`${place.name}: ${(error as Error).message}`)',
      'throw error',
    ],
  }),
  ...faultsIn('channels/bankfeed/reconcile', 'channels/bankfeed/uncompared', {
    'overlooked: the same alarm at each look': [
      'if ((await findReconciledUntil(deps.db, party)) === name) continue',
      '',
    ],
  }),
  ...faultsIn('core/calls/serve-files', 'core/calls/serve-files', {
    'overlooked: a range may end behind its file': [
      'Math.min(Number(last), size - 1)',
      'Number(last)',
    ],
  }),
  ...faultsIn('talk/chatfiles/forget', 'talk/chatfiles/forget', {
    'overlooked: new files are cleaned up before their message is sent': [
      'await removeUnknown(folder, yesterday,',
      'await removeUnknown(folder, new Date(now),',
    ],
  }),
  ...faultsIn('entry/session/store', 'entry/session/forget', {
    'overlooked: the cleanup forgets trusted networks': [
      ' and (trusted_until is null or trusted_until < $1)',
      '',
    ],
  }),
  ...faultsIn('core/session/session-store', 'core/session/bound-sessions', {
    'overlooked: the sessions that were used last end': [
      'order by last_used_at desc, created_at desc, token_hash offset $4',
      'order by last_used_at, created_at desc, token_hash offset $4',
    ],
  }),
  ...faultsIn('core/db/collect', 'core/db/collect', {
    'overlooked: a commit of unknown outcome is not sent again': [
      'isAway(error) || error instanceof CommitUnknown',
      'isAway(error)',
    ],
  }),
  ...faultsIn('core/live/seats', 'core/live/seats', {
    'overlooked: one that leaves frees the seats of its network': [
      'byNetwork.set(network, left)',
      'byNetwork.delete(network)',
    ],
  }),
  ...faultsIn('deposits_find', 'money/deposits/bounds', {
    'overlooked: a short reference is the same transfer for ever': [
      "x.paid_at > v.paid_at - interval '1 day'",
      "x.paid_at > v.paid_at - interval '100 days'",
    ],
  }),
  ...faultsIn('deposits_settle', 'money/deposits/request', {
    'overlooked: of two equal requests the newest is paid': [
      'order by r.created_at, r.id limit 1',
      'order by r.created_at desc, r.id limit 1',
    ],
  }),
  ...faultsIn('confirm_guard', 'desk/queues/review-trail', {
    'overlooked: a request that was carried out may be refused': [' and old.done_at is null', ''],
  }),
]
