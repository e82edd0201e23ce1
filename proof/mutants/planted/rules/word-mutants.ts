import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Limits of one operator's authority: what they may enter alone, against which evidence, and how it is counted. */
export const wordMutants: readonly Mutant[] = [
  ...faultsIn('records/confirm/store', 'records/confirm/{confirm,at-once}', {
    'words: what was given alone is forgotten after an hour': [
      "asked_at > now() - interval '24 hours'",
      "asked_at > now() - interval '1 hour'",
    ],
    'words: two do at once what was confirmed': [
      ' and (doing_until is null or doing_until < now()) returning doing',
      ' returning doing',
    ],
  }),
  ...faultsIn('records/confirm/confirm', 'records/confirm/{confirm,at-once}', {
    'words: two at once use up what is left of the day twice': ['    await lockRequests(tx)\n', ''],
    'words: what was cut off and may be done is called refused': [
      'wasCutOff ? setUnclear(db, yes.id, refusal) : setRefused',
      'wasCutOff ? setRefused(db, [yes.id], refusal) : setRefused',
    ],
  }),
  ...faultsIn('desk/decisions/decide', 'records/confirm/{confirm,at-once}', {
    'words: what was refused counts as given': [
      'if (error instanceof OperatorRefused) await setRefused(db, ids, error.why ?? error.message)',
      'void setRefused',
    ],
  }),
  ...faultsIn('desk/decisions/other-side', 'desk/decisions/other-side', {
    'words: a payout that the bank does not know is paid by one word': [
      "(outcome === 'rejected' || outcome === 'absent')",
      "outcome === 'rejected'",
    ],
    'words: a payout that the bank has taken goes back by one word': [
      "if (outcome === 'paid' || outcome === 'taken')",
      "if (outcome === 'paid')",
    ],
    'words: a line of another sum is the transfer that was seen': [
      ' &&\n    money.amount === seen.money.amount',
      '',
    ],
    'words: a transfer that the game does not know is done by one word': [
      " || found.outcome === 'absent'",
      '',
    ],
    'words: any share of an envelope is the share': [
      'return theirs === received\n',
      'return (theirs === null) === (received === null)\n',
    ],
    'words: what our own door drops is a side that cannot be asked': [
      "line.run('giftlinks', () => compareGift(giftWallet, link, received))",
      'compareGift(giftWallet, link, received)',
    ],
  }),
  ...faultsIn('records/confirm/confirm', 'desk/decisions/items', {
    'words: of several currencies the first is counted': [
      'for (const { money, aloneMax } of gives)\n',
      'for (const { money, aloneMax } of gives.slice(0, 1))\n',
    ],
  }),
  ...faultsIn('desk/decisions/items', 'desk/decisions/items', {
    'words: what an item keeps of a withdrawal is not counted': [
      'if (open?.endedAt === null) sum += open.amount',
      'void open',
    ],
    'words: of a code the one who has received it counts': [
      "evidence['received'] !== id",
      "evidence['received'] === id",
    ],
    'words: what waits of refunds is not counted': [
      'waitingOf(await findBalance(db, id)) + (await sumWaiting(db, id)).amount',
      'waitingOf(await findBalance(db, id))',
    ],
  }),
  ...faultsIn('desk/watch/rewards/bonus', 'money/bonus/linked', {
    'links: of two items one that is allowed is enough': [
      "items.every((item) => item?.decision === 'allow')",
      "items.some((item) => item?.decision === 'allow')",
    ],
    'links: a bonus that a person has denied waits on': [
      "if (items.some((item) => item?.decision === 'deny')) return 'denied'",
      '',
    ],
  }),
  ...faultsIn('desk/watch/rewards/watch', 'rewards/invite/linked', {
    'links: a name alone holds all that an inviter has': ["isByName ? ['friend'] : await", 'await'],
  }),
  ...faultsIn('money/withdrawals/bounce', 'money/withdrawals/approvals', {
    'withdrawal: comes back as often as somebody says so': [
      'if (!(await insertBounce(tx, { id, operation, operator: actor, why, at })))\n',
      'if (!(await insertBounce(tx, { id, operation, operator: actor, why, at })) && at < new Date(0))\n',
    ],
  }),
  ...faultsIn('money/withdrawals/decide', 'money/withdrawals/approvals', {
    'withdrawal: what is no exception is ended by a word': [
      "if (withdrawal.state !== 'exception')",
      "if (withdrawal.state === 'paid')",
    ],
  }),
]
