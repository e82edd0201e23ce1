import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** What is credited, on what evidence, and how much of it. */
export const creditMutants: readonly Mutant[] = [
  ...faultsIn('channels/qrcodes/confirm', 'channels/qrcodes/{proof,hourly}', {
    'qr: paid after its end, and believed unasked': [' && payment.paidAt <= code.expiresAt', ''],
    'qr: what they do not know is waited for, for ever': [
      'knownWithinMs = 60_000',
      'knownWithinMs = 6_000_000',
    ],
    'qr: another account proves the credit': [
      'if (isSame && stated.every(isOwn)) {',
      'if (isSame) {',
    ],
    'qr: another sum proves the credit': [
      'if (isSame && stated.every(isOwn)) {',
      'if (stated.every(isOwn)) {',
    ],
  }),
  ...faultsIn('channels/qrcodes/payments/proof-store', 'channels/qrcodes/{proof,hourly}', {
    'qr: as much as the bound is too much': ['and $6 >= $3 + (select', 'and $6 > $3 + (select'],
  }),
  ...faultsIn('channels/qrcodes/confirm', 'channels/qrcodes/unanswered', {
    'qr: an unanswered payment is raised after a day': [
      'answeredWithinMs = 15 * minuteMs',
      'answeredWithinMs = 24 * 60 * 60_000',
    ],
  }),
  ...faultsIn('channels/qrcodes/receive', 'channels/qrcodes/unanswered', {
    'qr: an event that came again with other words is believed': [
      'isReported && !isOdd ? await trust',
      'isReported ? await trust',
    ],
  }),
  ...faultsIn('money/deposits/request', 'money/deposits/{satang,request}', {
    'satang: one member holds every amount of a sum': ['const ownMax = 2', 'const ownMax = 200'],
    'satang: who has never paid has all of them': [
      'if (await hasPaid(tx, memberId)) halves',
      'if ((await hasPaid(tx, memberId)) || true) halves',
    ],
    'satang: an amount is free again after a day': ['keptForMs = 7 * dayMs', 'keptForMs = dayMs'],
    'satang: two searches for a free amount run at once': ['  await lockReserved(tx, range)\n', ''],
    'request: six are open': ['openMax = 5', 'openMax = 6'],
  }),
  ...faultsIn('money/deposits/end', 'money/deposits/{satang,request}', {
    'request: open for two days': ['LifetimeMs = dayMs', 'LifetimeMs = 2 * dayMs'],
  }),
  ...faultsIn('channels/giftlinks/payer', 'channels/giftlinks/payer', {
    'gift link: one digit of a phone is enough': ['visibleMin = 4', 'visibleMin = 1'],
    'gift link: one letter is a name': ['lettersMin = 2', 'lettersMin = 1'],
    'gift link: names in two scripts are two people': [' || isThai(own) !== isThai(seen)', ''],
  }),
  ...faultsIn('channels/giftlinks/redeem', 'channels/giftlinks/{giftlinks,paused,kill}', {
    'gift link: a share that we have already': [
      "  if (envelope.ours) return { code: 'TRUELINK_DUPLICATE', why: 'our wallet has a share already' }\n",
      '',
    ],
    'gift link: less than the least is credited without a look': [
      "return ours!.money.amount < giftMin ? 'review' : null",
      "return ours!.money.amount < 0n ? 'review' : null",
    ],
  }),
  ...faultsIn('channels/giftlinks/recover', 'channels/giftlinks/{giftlinks,paused,kill}', {
    'gift link: an open link is raised after a day': [
      'openMaxMs = 15 * minuteMs',
      'openMaxMs = 24 * 60 * 60_000',
    ],
    'gift link: the first no to the sweeper is the last word': [
      'overtakenUntilMs = 10 * minuteMs',
      'overtakenUntilMs = 0',
    ],
  }),
  ...faultsIn('channels/giftlinks/resolve', 'channels/giftlinks/{giftlinks,paused,kill}', {
    'gift link: resolving it vouches for its payer': [
      "hold: before.payerKnown ? null : 'review'",
      'hold: null',
    ],
  }),
]
