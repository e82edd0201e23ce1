import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const source = 'apps/server/src'

const gates = {
  confirm: ['confirm', 'at-once'].map((name) => `${source}/records/confirm/${name}.test.ts`),
  against: [`${source}/desk/decisions/other-side.test.ts`],
  items: [`${source}/desk/decisions/items.test.ts`],
  bonus: testsOf('bonus', 'linked'),
  linked: testsOf('invite', 'linked'),
  withdrawals: testsOf('withdrawals', 'approvals'),
}

const limits = table(gates.confirm, [
  [
    'words: what was given alone is forgotten after an hour',
    'records/confirm/store',
    `asked_at > now() - interval '24 hours'`,
    `asked_at > now() - interval '1 hour'`,
  ],
  [
    'words: two at once use up what is left of the day twice',
    'records/confirm/confirm',
    '    await lockRequests(tx)\n',
    '',
  ],
  [
    'words: what was refused counts as given',
    'desk/decisions/decide',
    'if (error instanceof OperatorRefused) await setRefused(db, ids, error.why ?? error.message)',
    'void setRefused',
  ],
  [
    'words: what was cut off and may be done is called refused',
    'records/confirm/confirm',
    'wasCutOff ? setUnclear(db, yes.id, refusal) : setRefused',
    'wasCutOff ? setRefused(db, [yes.id], refusal) : setRefused',
  ],
  [
    'words: two do at once what was confirmed',
    'records/confirm/store',
    ' and (doing_until is null or doing_until < now()) returning doing',
    ' returning doing',
  ],
])

const against = table(gates.against, [
  [
    'words: a payout that the bank does not know is paid by one word',
    'desk/decisions/other-side',
    `(outcome === 'rejected' || outcome === 'absent')`,
    `outcome === 'rejected'`,
  ],
  [
    'words: a payout that the bank has taken goes back by one word',
    'desk/decisions/other-side',
    `if (outcome === 'paid' || outcome === 'taken')`,
    `if (outcome === 'paid')`,
  ],
  [
    'words: a line of another sum is the transfer that was seen',
    'desk/decisions/other-side',
    ' &&\n    money.amount === seen.money.amount',
    '',
  ],
  [
    'words: a transfer that the game does not know is done by one word',
    'desk/decisions/other-side',
    ` || found.outcome === 'absent'`,
    '',
  ],
  [
    'words: any share of an envelope is the share',
    'desk/decisions/other-side',
    'return theirs === received\n',
    'return (theirs === null) === (received === null)\n',
  ],
  [
    'words: what our own door drops is a side that cannot be asked',
    'desk/decisions/other-side',
    `line.run('giftlinks', () => compareGift(giftWallet, link, received))`,
    'compareGift(giftWallet, link, received)',
  ],
])

const items = [
  ...table(gates.items, [
    [
      'words: of several currencies the first is counted',
      'records/confirm/confirm',
      'for (const { money, aloneMax } of gives)\n',
      'for (const { money, aloneMax } of gives.slice(0, 1))\n',
    ],
    [
      'words: what an item keeps of a withdrawal is not counted',
      'desk/decisions/items',
      'if (open?.endedAt === null) sum += open.amount',
      'void open',
    ],
    [
      'words: of a code the one who has received it counts',
      'desk/decisions/items',
      `evidence['received'] !== id`,
      `evidence['received'] === id`,
    ],
    [
      'words: what waits of refunds is not counted',
      'desk/decisions/items',
      'waitingOf(await findBalance(db, id)) + (await sumWaiting(db, id)).amount',
      'waitingOf(await findBalance(db, id))',
    ],
  ]),
  ...table(gates.bonus, [
    [
      'links: of two items one that is allowed is enough',
      'desk/watch/rewards/bonus',
      `items.every((item) => item?.decision === 'allow')`,
      `items.some((item) => item?.decision === 'allow')`,
    ],
    [
      'links: a bonus that a person has denied waits on',
      'desk/watch/rewards/bonus',
      `if (items.some((item) => item?.decision === 'deny')) return 'denied'`,
      '',
    ],
  ]),
  ...table(gates.linked, [
    [
      'links: a name alone holds all that an inviter has',
      'desk/watch/rewards/watch',
      `isByName ? ['friend'] : await`,
      'await',
    ],
  ]),
]

const withdrawals = table(gates.withdrawals, [
  [
    'withdrawal: comes back as often as somebody says so',
    'money/withdrawals/bounce',
    'if (!(await insertBounce(tx, { id, operation, operator: actor, why, at })))\n',
    'if (!(await insertBounce(tx, { id, operation, operator: actor, why, at })) && at < new Date(0))\n',
  ],
  [
    'withdrawal: what is no exception is ended by a word',
    'money/withdrawals/decide',
    `if (withdrawal.state !== 'exception')`,
    `if (withdrawal.state === 'paid')`,
  ],
])

/** Limits of one operator's authority: what they may enter alone, against which evidence, and how it is counted. */
export const wordMutants: readonly Mutant[] = [...limits, ...against, ...items, ...withdrawals]
