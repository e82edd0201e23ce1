import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const gates = {
  proofs: testsOf('qrcodes', 'proof', 'hourly'),
  unanswered: testsOf('qrcodes', 'unanswered'),
  satang: testsOf('deposits', 'satang', 'request'),
  payer: testsOf('giftlinks', 'payer'),
  gifts: testsOf('giftlinks', 'giftlinks', 'paused', 'kill'),
}

const codes = table(gates.proofs, [
  [
    'qr: paid after its end, and believed unasked',
    'channels/qrcodes/confirm',
    ' && payment.paidAt <= code.expiresAt',
    '',
  ],
  [
    'qr: what they do not know is waited for, for ever',
    'channels/qrcodes/confirm',
    'knownWithinMs = 60_000',
    'knownWithinMs = 6_000_000',
  ],
  [
    'qr: another account proves the credit',
    'channels/qrcodes/confirm',
    'if (isSame && stated.every(isOwn)) {',
    'if (isSame) {',
  ],
  [
    'qr: another sum proves the credit',
    'channels/qrcodes/confirm',
    'if (isSame && stated.every(isOwn)) {',
    'if (stated.every(isOwn)) {',
  ],
  [
    'qr: as much as the bound is too much',
    'channels/qrcodes/payments/proof-store',
    'and $6 >= $3 + (select',
    'and $6 > $3 + (select',
  ],
])

const unanswered = table(gates.unanswered, [
  [
    'qr: an unanswered payment is raised after a day',
    'channels/qrcodes/confirm',
    'answeredWithinMs = 15 * minuteMs',
    'answeredWithinMs = 24 * 60 * 60_000',
  ],
  [
    'qr: an event that came again with other words is believed',
    'channels/qrcodes/receive',
    'isReported && !isOdd ? await trust',
    'isReported ? await trust',
  ],
])

const requests = table(gates.satang, [
  [
    'satang: one member holds every amount of a sum',
    'money/deposits/request',
    'const ownMax = 2',
    'const ownMax = 200',
  ],
  [
    'satang: who has never paid has all of them',
    'money/deposits/request',
    'if (await hasPaid(tx, memberId)) halves',
    'if ((await hasPaid(tx, memberId)) || true) halves',
  ],
  [
    'satang: an amount is free again after a day',
    'money/deposits/request',
    'keptForMs = 7 * dayMs',
    'keptForMs = dayMs',
  ],
  [
    'request: open for two days',
    'money/deposits/end',
    'LifetimeMs = dayMs',
    'LifetimeMs = 2 * dayMs',
  ],
  [
    'satang: two searches for a free amount run at once',
    'money/deposits/request',
    '  await lockReserved(tx, range)\n',
    '',
  ],
  ['request: six are open', 'money/deposits/request', 'openMax = 5', 'openMax = 6'],
])

const gifts = [
  ...table(gates.payer, [
    [
      'gift link: one digit of a phone is enough',
      'channels/giftlinks/payer',
      'visibleMin = 4',
      'visibleMin = 1',
    ],
    [
      'gift link: one letter is a name',
      'channels/giftlinks/payer',
      'lettersMin = 2',
      'lettersMin = 1',
    ],
    [
      'gift link: names in two scripts are two people',
      'channels/giftlinks/payer',
      ' || isThai(own) !== isThai(seen)',
      '',
    ],
  ]),
  ...table(gates.gifts, [
    [
      'gift link: a share that we have already',
      'channels/giftlinks/redeem',
      `  if (envelope.ours) return { code: 'TRUELINK_DUPLICATE', why: 'our wallet has a share already' }\n`,
      '',
    ],
    [
      'gift link: less than the least is credited without a look',
      'channels/giftlinks/redeem',
      `return ours!.money.amount < giftMin ? 'review' : null`,
      `return ours!.money.amount < 0n ? 'review' : null`,
    ],
    [
      'gift link: an open link is raised after a day',
      'channels/giftlinks/recover',
      'openMaxMs = 15 * minuteMs',
      'openMaxMs = 24 * 60 * 60_000',
    ],
    [
      'gift link: the first no to the sweeper is the last word',
      'channels/giftlinks/recover',
      'overtakenUntilMs = 10 * minuteMs',
      'overtakenUntilMs = 0',
    ],
    [
      'gift link: resolving it vouches for its payer',
      'channels/giftlinks/resolve',
      `hold: before.payerKnown ? null : 'review'`,
      'hold: null',
    ],
  ]),
]

/** What is credited, on what evidence, and how much of it. */
export const creditMutants: readonly Mutant[] = [...codes, ...unanswered, ...requests, ...gifts]
