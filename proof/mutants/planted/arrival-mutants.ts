import { faultsIn } from '../faults.ts'
import type { Mutant } from '../mutant.ts'

/** The channels of incoming money: who has paid, and what a message proves. */
export const arrivalMutants: readonly Mutant[] = [
  ...faultsIn(
    'channels/slips/judging/judge',
    ['channels/slips/judging/judge', 'channels/slips/{fitted-details,receiver}'],
    {
      'slip: the payer matches without a visible digit': [
        'const digitsWithoutName = 4',
        'const digitsWithoutName = 0',
      ],
      'slip: any account behind the mask is ours': [
        'const ownDigitsWithoutName = 6',
        'const ownDigitsWithoutName = 3',
      ],
    },
  ),
  ...faultsIn('channels/giftlinks/redeem', 'channels/giftlinks/{giftlinks,payer,kill,paused}', {
    'gift link: from anybody': [
      "  if (payer !== 'other') return null\n",
      '  if (payer !== null) return null\n',
    ],
    'gift link: the first name of its giver is enough': [
      "const isKnown = payer === 'own'",
      "const isKnown = payer !== 'other'",
    ],
    'gift link: a process that was suspended while it was given up redeems it': [
      '  if (!(await isStillClaimed(db, link))) return\n',
      '',
    ],
    'gift link: what is redeemed after it was given up has no owner': [
      '(await setReceivedLate(db, link.id, received))',
      'false',
    ],
    'gift link: a refusal is believed though the share is ours': [
      "  if (seen.outcome === 'envelope' && seen.envelope.ours)\n    return noteEnvelope(deps, link, seen.envelope)\n",
      '',
    ],
    'gift link: a lost answer is a refusal': [
      "    return setOpenState(db, link.id, { state: 'unknown', why: answer.why })",
      "    return refuse(deps, link, { code: 'SERVICE_BUSY', why: answer.why })",
    ],
    'gift link: the payer is not asked for once the money is here': [
      "  if (payer === 'other') return 'wrong-payer'\n",
      '',
    ],
  }),
  ...faultsIn('channels/giftlinks/payer', 'channels/giftlinks/{giftlinks,payer,kill,paused}', {
    'gift link: a phone of another length is the same': [
      "  if (seen.length !== own.length) return 'other'\n",
      '',
    ],
  }),
  ...faultsIn('channels/qrcodes/receive', 'channels/qrcodes/money', {
    'qr: a payer at another bank is the member': [
      '  if (payer.bank !== undefined && payer.bank !== registered.bankCode) return false\n',
      '',
    ],
    'qr: a longer account number that ends alike is that of the member': [
      '  if (shown.length > own.length) return false\n',
      '',
    ],
  }),
  ...faultsIn('channels/qrcodes/payments/proof-store', 'channels/qrcodes/proof', {
    'qr: a message of a gateway that does not answer is trusted for any sum': [
      '         and $6 >= $3 + (select coalesce(sum(o.amount), 0) from qrcodes_payment o\n           where o.provider = $1 and o.trusted_at is not null and not o.is_confirmed)))',
      '         and $6 >= $3))',
    ],
    'qr: a gateway that reported a payment it does not have is trusted again': [
      'd.denied_at is not null and not d.is_confirmed)',
      'd.denied_at is not null and false)',
    ],
  }),
  ...faultsIn('channels/qrcodes/confirm', 'channels/qrcodes/proof', {
    'qr: many at once pass the bound together': ['    await lockTrust(tx, payment.provider)\n', ''],
    'qr: a payment that the gateway does not know is treated as unanswered': [
      [
        'return { stated: [], unanswered: null }\n  if (asked',
        "return { stated: [], unanswered: 'absent' }\n  if (asked",
      ],
      [
        'filter((one) => one.payment === payment), unanswered: null }',
        "filter((one) => one.payment === payment), unanswered: 'not among them' }",
      ],
    ],
    'qr: another amount than was ordered is booked unconfirmed': [
      "code.state !== 'open' || !isSameMoney(code, moneyOf(payment))",
      "code.state !== 'open'",
    ],
  }),
  ...faultsIn('money/withdrawals/pay', 'channels/qrcodes/proof', {
    'qr: what is not confirmed is paid out': ['if (unproven !== null) return unproven', ''],
  }),
  ...faultsIn('channels/qrcodes/receive', 'channels/qrcodes/proof', {
    'qr: a payment is as old as it says': [
      '  return code && latest < code.createdAt ? code.createdAt : latest',
      '  return latest',
    ],
  }),
  ...faultsIn('channels/qrcodes/payments/payment-store', 'channels/qrcodes/proof', {
    'qr: compared by the reported time alone': [' or (created_at >= $2 and created_at < $3))', ')'],
  }),
  ...faultsIn('channels/qrcodes/payments/proof-store', 'channels/qrcodes/{money,proof}', {
    'qr: the payer of the message counts, not the one of the gateway': [
      'payer_bank = coalesce($7, payer_bank), payer_account = coalesce($8, payer_account),\n  payer_name = coalesce($9, payer_name),',
      'payer_bank = coalesce(payer_bank, $7), payer_account = coalesce(payer_account, $8),\n  payer_name = coalesce(payer_name, $9),',
    ],
  }),
  ...faultsIn('channels/qrcodes/receive', 'channels/qrcodes/{qrcodes,money,contradiction}', {
    'qr: two amounts under one name confirm each other': [
      '(one) => one.payment !== paid.payment || isSameMoney(one.money, paid.money),',
      '() => true,',
    ],
    'qr: what contradicts the first report is not listed': [
      '  await listContradiction(deps, recorded, paid)\n',
      '',
    ],
  }),
  ...faultsIn('core/webhooks/signature', 'core/webhooks/signature', {
    'webhook: any signature': [
      'given.length === wanted.length && timingSafeEqual(given, wanted)',
      'given.length === wanted.length',
    ],
    'webhook: the signature does not cover the time': [
      'update(`${eventId}.${timestamp}.`)',
      'update(`${eventId}.`)',
    ],
    'webhook: an old one is as good': ['skewMs > webhookWindowMs ?', 'skewMs < 0 ?'],
  }),
]
