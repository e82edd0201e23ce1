import type { Mutant } from '../mutant.ts'
import { testsOf } from '../table.ts'

const payers = testsOf('qrcodes', 'money')
const judging = testsOf('slips', 'judging/judge', 'fitted-details', 'receiver')
const gifts = testsOf('giftlinks', 'giftlinks', 'payer', 'kill', 'paused')
const codes = testsOf('qrcodes', 'qrcodes', 'money', 'contradiction')
const proofs = testsOf('qrcodes', 'proof')
const webhook = ['apps/server/src/core/webhooks/signature.test.ts']

/** The channels of incoming money: who has paid, and what a message proves. */
export const arrivalMutants: readonly Mutant[] = [
  {
    name: 'slip: the payer matches without a visible digit',
    gate: judging,
    file: `apps/server/src/channels/slips/judging/judge.ts`,
    edits: [['const digitsWithoutName = 4', 'const digitsWithoutName = 0']],
  },
  {
    name: 'slip: any account behind the mask is ours',
    gate: judging,
    file: `apps/server/src/channels/slips/judging/judge.ts`,
    edits: [['const ownDigitsWithoutName = 6', 'const ownDigitsWithoutName = 3']],
  },
  {
    name: 'gift link: from anybody',
    gate: gifts,
    file: `apps/server/src/channels/giftlinks/redeem.ts`,
    edits: [
      [
        `  if (payer !== 'other') return null
`,
        `  if (payer !== null) return null
`,
      ],
    ],
  },
  {
    name: 'gift link: a phone of another length is the same',
    gate: gifts,
    file: `apps/server/src/channels/giftlinks/payer.ts`,
    edits: [
      [
        `  if (seen.length !== own.length) return 'other'
`,
        '',
      ],
    ],
  },
  {
    name: 'gift link: the first name of its giver is enough',
    gate: gifts,
    file: `apps/server/src/channels/giftlinks/redeem.ts`,
    edits: [[`const isKnown = payer === 'own'`, `const isKnown = payer !== 'other'`]],
  },
  {
    name: 'gift link: a process that was suspended while it was given up redeems it',
    gate: gifts,
    file: `apps/server/src/channels/giftlinks/redeem.ts`,
    edits: [['  if (!(await isStillClaimed(db, link))) return\n', '']],
  },
  {
    name: 'gift link: what is redeemed after it was given up has no owner',
    gate: gifts,
    file: `apps/server/src/channels/giftlinks/redeem.ts`,
    edits: [['(await setReceivedLate(db, link.id, received))', 'false']],
  },
  {
    name: 'gift link: a refusal is believed though the share is ours',
    gate: gifts,
    file: `apps/server/src/channels/giftlinks/redeem.ts`,
    edits: [
      [
        `  if (seen.outcome === 'envelope' && seen.envelope.ours)\n    return noteEnvelope(deps, link, seen.envelope)\n`,
        '',
      ],
    ],
  },
  {
    name: 'gift link: a lost answer is a refusal',
    gate: gifts,
    file: `apps/server/src/channels/giftlinks/redeem.ts`,
    edits: [
      [
        `    return setOpenState(db, link.id, { state: 'unknown', why: answer.why })`,
        `    return refuse(deps, link, { code: 'SERVICE_BUSY', why: answer.why })`,
      ],
    ],
  },
  {
    name: 'gift link: the payer is not asked for once the money is here',
    gate: gifts,
    file: `apps/server/src/channels/giftlinks/redeem.ts`,
    edits: [[`  if (payer === 'other') return 'wrong-payer'\n`, '']],
  },
  {
    name: 'qr: a payer at another bank is the member',
    gate: payers,
    file: `apps/server/src/channels/qrcodes/receive.ts`,
    edits: [
      [
        `  if (payer.bank !== undefined && payer.bank !== registered.bankCode) return false
`,
        '',
      ],
    ],
  },
  {
    name: 'qr: a longer account number that ends alike is that of the member',
    gate: payers,
    file: `apps/server/src/channels/qrcodes/receive.ts`,
    edits: [
      [
        `  if (shown.length > own.length) return false
`,
        '',
      ],
    ],
  },
  {
    name: 'qr: a message of a gateway that does not answer is trusted for any sum',
    gate: proofs,
    file: `apps/server/src/channels/qrcodes/payments/proof-store.ts`,
    edits: [
      [
        `         and $6 >= $3 + (select coalesce(sum(o.amount), 0) from qrcodes_payment o
           where o.provider = $1 and o.trusted_at is not null and not o.is_confirmed)))`,
        '         and $6 >= $3))',
      ],
    ],
  },
  {
    name: 'qr: many at once pass the bound together',
    gate: proofs,
    file: `apps/server/src/channels/qrcodes/confirm.ts`,
    edits: [['    await lockTrust(tx, payment.provider)\n', '']],
  },
  {
    name: 'qr: a payment that the gateway does not know is treated as unanswered',
    gate: proofs,
    file: `apps/server/src/channels/qrcodes/confirm.ts`,
    edits: [
      [
        `return { stated: [], unanswered: null }\n  if (asked`,
        `return { stated: [], unanswered: 'absent' }\n  if (asked`,
      ],
      [
        'filter((one) => one.payment === payment), unanswered: null }',
        `filter((one) => one.payment === payment), unanswered: 'not among them' }`,
      ],
    ],
  },
  {
    name: 'qr: a gateway that reported a payment it does not have is trusted again',
    gate: proofs,
    file: `apps/server/src/channels/qrcodes/payments/proof-store.ts`,
    edits: [
      ['d.denied_at is not null and not d.is_confirmed)', 'd.denied_at is not null and false)'],
    ],
  },
  {
    name: 'qr: what is not confirmed is paid out',
    gate: proofs,
    file: `apps/server/src/money/withdrawals/pay.ts`,
    edits: [['if (unproven !== null) return unproven', '']],
  },
  {
    name: 'qr: a payment is as old as it says',
    gate: proofs,
    file: `apps/server/src/channels/qrcodes/receive.ts`,
    edits: [
      ['  return code && latest < code.createdAt ? code.createdAt : latest', '  return latest'],
    ],
  },
  {
    name: 'qr: compared by the reported time alone',
    gate: proofs,
    file: `apps/server/src/channels/qrcodes/payments/payment-store.ts`,
    edits: [[' or (created_at >= $2 and created_at < $3))', ')']],
  },
  {
    name: 'qr: the payer of the message counts, not the one of the gateway',
    gate: [...payers, ...proofs],
    file: `apps/server/src/channels/qrcodes/payments/proof-store.ts`,
    edits: [
      [
        `payer_bank = coalesce($7, payer_bank), payer_account = coalesce($8, payer_account),
  payer_name = coalesce($9, payer_name),`,
        `payer_bank = coalesce(payer_bank, $7), payer_account = coalesce(payer_account, $8),
  payer_name = coalesce(payer_name, $9),`,
      ],
    ],
  },
  {
    name: 'qr: another amount than was ordered is booked unconfirmed',
    gate: proofs,
    file: `apps/server/src/channels/qrcodes/confirm.ts`,
    edits: [
      ["code.state !== 'open' || !isSameMoney(code, moneyOf(payment))", "code.state !== 'open'"],
    ],
  },
  {
    name: 'qr: two amounts under one name confirm each other',
    gate: codes,
    file: `apps/server/src/channels/qrcodes/receive.ts`,
    edits: [
      [
        '(one) => one.payment !== paid.payment || isSameMoney(one.money, paid.money),',
        '() => true,',
      ],
    ],
  },
  {
    name: 'qr: what contradicts the first report is not listed',
    gate: codes,
    file: `apps/server/src/channels/qrcodes/receive.ts`,
    edits: [['  await listContradiction(deps, recorded, paid)\n', '']],
  },
  {
    name: 'webhook: any signature',
    gate: webhook,
    file: 'apps/server/src/core/webhooks/signature.ts',
    edits: [
      [
        'given.length === wanted.length && timingSafeEqual(given, wanted)',
        'given.length === wanted.length',
      ],
    ],
  },
  {
    name: 'webhook: the signature does not cover the time',
    gate: webhook,
    file: 'apps/server/src/core/webhooks/signature.ts',
    edits: [['update(`${eventId}.${timestamp}.`)', 'update(`${eventId}.`)']],
  },
  {
    name: 'webhook: an old one is as good',
    gate: webhook,
    file: 'apps/server/src/core/webhooks/signature.ts',
    edits: [['skewMs > webhookWindowMs ?', 'skewMs < 0 ?']],
  },
]
