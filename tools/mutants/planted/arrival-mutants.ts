import type { Mutant } from '../mutant.ts'

const modules = 'apps/server/src/modules'
const testsOf = (module: string, ...names: string[]) =>
  names.map((name) => `${modules}/${module}/${name}.test.ts`)

const find = 'apps/server/migrations/0113-deposits.sql'
const receive = 'apps/server/migrations/0096-deposits.sql'
const deposits = testsOf('deposits', 'settle', 'settle-at-once', 'take-back', 'coins')
const together = [
  ...testsOf('bankfeed', 'one-transfer'),
  ...testsOf('deposits', 'settle-at-once', 'alike'),
]
const slips = testsOf('slips', 'slips', 'twice', 'hostile', 'fitted', 'receiver', 'contested')
const judging = testsOf('slips', 'judging/judge', 'fitted', 'receiver')
const gifts = testsOf('giftlinks', 'giftlinks', 'payer', 'kill')
const codes = testsOf('qrcodes', 'qrcodes', 'money', 'contradiction')
const webhook = ['apps/server/src/core/webhook.test.ts']

/** Money that comes in: credited once, to whose it is, through whatever door it was told. */
export const arrivalMutants: readonly Mutant[] = [
  {
    name: 'arrival: an event that was heard is heard anew',
    gate: deposits,
    file: find,
    edits: [
      [
        '    where s.channel = v.channel and s.event_id = v.event;',
        '    where s.channel = v.channel and s.event_id = v.event and false;',
      ],
    ],
  },
  {
    name: 'arrival: a reference that was seen is taken for another',
    gate: deposits,
    file: find,
    edits: [['    where r.reference = any (v.refs) order', '    where false order']],
  },
  {
    name: 'arrival: the same money by another door is other money',
    gate: [...deposits, ...slips],
    file: find,
    edits: [
      [
        '    where x.house_account = p_account and x.amount = v.amount\n      and x.paid_at > coalesce',
        '    where false and x.amount = v.amount\n      and x.paid_at > coalesce',
      ],
    ],
  },
  {
    name: 'arrival: a second equal transfer is the first',
    gate: [...deposits, ...slips],
    file: find,
    edits: [
      [
        '      and not case when cardinality(v.refs) > 0 then x.named\n',
        '      and not case when true then false\n',
      ],
    ],
  },
  {
    name: 'arrival: nobody waits for whoever tells of the same money',
    gate: together,
    file: `${modules}/deposits/settle.ts`,
    edits: [
      ['(house.id * 31n + amount) % turns', 'BigInt(Math.floor(Math.random() * Number(turns)))'],
    ],
  },
  {
    name: 'arrival: credited beside a bonus',
    gate: deposits,
    file: receive,
    edits: [['v_holders := bonus_holders(p_members);', `v_holders := '{}';`]],
  },
  {
    name: 'slip: no digit of the payer need be seen',
    gate: judging,
    file: `${modules}/slips/judging/judge.ts`,
    edits: [['const digitsWithoutName = 4', 'const digitsWithoutName = 0']],
  },
  {
    name: 'slip: any account behind the mask is ours',
    gate: judging,
    file: `${modules}/slips/judging/judge.ts`,
    edits: [['const ownDigitsWithoutName = 6', 'const ownDigitsWithoutName = 3']],
  },
  {
    name: 'gift link: from anybody',
    gate: gifts,
    file: `${modules}/giftlinks/redeem.ts`,
    edits: [
      [`  return payer === 'other' ? invalid('not from this phone') : null`, '  return null'],
    ],
  },
  {
    name: 'gift link: a name that was made to fit',
    gate: gifts,
    file: `${modules}/giftlinks/payer.ts`,
    edits: [[`byName === 'own' && nameIsYoung ? 'unsaid' : byName`, 'byName']],
  },
  {
    name: 'gift link: a no is believed though the share is ours',
    gate: gifts,
    file: `${modules}/giftlinks/redeem.ts`,
    edits: [
      [
        `  if (seen.outcome === 'envelope' && seen.envelope.ours)\n    return noteEnvelope(deps, link, seen.envelope)\n`,
        '',
      ],
    ],
  },
  {
    name: 'gift link: a lost answer is a no',
    gate: gifts,
    file: `${modules}/giftlinks/redeem.ts`,
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
    file: `${modules}/giftlinks/redeem.ts`,
    edits: [[`  if (payer === 'other') return 'wrong-payer'\n`, '']],
  },
  {
    name: 'qr: large ones are believed without asking',
    gate: codes,
    file: `${modules}/qrcodes/receive.ts`,
    edits: [['  return limit !== null && money.amount >= limit.amount', '  return false']],
  },
  {
    name: 'qr: another amount than was asked for is believed without asking',
    gate: codes,
    file: `${modules}/qrcodes/receive.ts`,
    edits: [
      [
        '  if (!code || code.amount !== money.amount || code.currency !== money.currency) return true\n',
        '  if (!code) return true\n',
      ],
    ],
  },
  {
    name: 'qr: two amounts under one name confirm each other',
    gate: codes,
    file: `${modules}/qrcodes/receive.ts`,
    edits: [
      [
        '(one) => one.payment !== paid.payment || isSameMoney(one.money, paid.money),',
        '() => true,',
      ],
    ],
  },
  {
    name: 'qr: what contradicts the first telling is not listed',
    gate: codes,
    file: `${modules}/qrcodes/receive.ts`,
    edits: [['  await listContradiction(deps, noted, paid)\n', '']],
  },
  {
    name: 'webhook: any signature',
    gate: webhook,
    file: 'apps/server/src/core/webhook.ts',
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
    file: 'apps/server/src/core/webhook.ts',
    edits: [['update(`${eventId}.${timestamp}.`)', 'update(`${eventId}.`)']],
  },
  {
    name: 'webhook: an old one is as good',
    gate: webhook,
    file: 'apps/server/src/core/webhook.ts',
    edits: [['skewMs > webhookWindowMs ?', 'skewMs < 0 ?']],
  },
]
