import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bankAccount, profile } from './account.ts'
import { bonus, userBonus } from './bonus.ts'
import { calls, nameOfCall, type CallName } from './calls.ts'
import { button, chatMessage, conversation, customerMessage, genericCard } from './chat.ts'
import { qrState } from './deposits.ts'
import type { EndpointShape } from './endpoint.ts'
import { banner } from './fields.ts'
import { credentials, gameAccount } from './games.ts'
import { depositAccount, walletAccount } from './lookup.ts'
import type { Money } from './money.ts'
import { coupon, slice } from './spinwheel.ts'
import { receipt, slip, statementRow } from './statement.ts'
import { wallet } from './wallet.ts'

const all: readonly EndpointShape[] = calls
const baht: Money = { amount: 1999n, currency: 'BAHT' }

/** The parts of a schema, by kind. */
type Part = { type: string } & Record<string, unknown>
const partOf = (schema: z.ZodType) => schema.def as unknown as Part

function outputOf(name: CallName): z.ZodType {
  const call = all.find((one) => nameOfCall(one) === name)
  if (call === undefined) throw new Error(`no call is named ${name}`)
  return call.output
}

function fieldsOf(schema: z.ZodType): string[] {
  const part = partOf(schema)
  if (part.type === 'array') return fieldsOf(part['element'] as z.ZodType)
  if (part.type === 'nullable') return fieldsOf(part['innerType'] as z.ZodType)
  return Object.keys((schema as z.ZodObject).shape)
}

/** Every leaf with the name of its field. */
function leavesOf(schema: z.ZodType, name: string): [string, z.ZodType][] {
  const part = partOf(schema)
  if (part.type === 'object') {
    return Object.entries((schema as z.ZodObject).shape).flatMap(([field, inner]) =>
      leavesOf(inner as z.ZodType, field),
    )
  }
  if (part.type === 'array') return leavesOf(part['element'] as z.ZodType, name)
  if (part.type === 'record') return leavesOf(part['valueType'] as z.ZodType, name)
  if (part.type === 'union') {
    return (part['options'] as z.ZodType[]).flatMap((option) => leavesOf(option, name))
  }
  if (part.type === 'optional' || part.type === 'nullable') {
    return leavesOf(part['innerType'] as z.ZodType, name)
  }
  return [[name, schema]]
}

/** A text of each form; the first that a schema accepts is its sample. */
const texts = [
  'text',
  '2026-11-21T05:00:00.000Z',
  '2026-11-21',
  '1999',
  '0190b3a4-7c1e-7000-8000-000000000000',
  'ab'.repeat(24),
  'ab'.repeat(32),
]

/** One value for each choice in a schema, with an extra field in every object. */
function samplesOf(schema: z.ZodType): unknown[] {
  const part = partOf(schema)
  if (part.type === 'object') {
    const fields = Object.entries((schema as z.ZodObject).shape).map(
      ([name, inner]) => [name, samplesOf(inner as z.ZodType)] as const,
    )
    const count = Math.max(1, ...fields.map(([, values]) => values.length))
    return Array.from({ length: count }, (_, at) => ({
      ...Object.fromEntries(fields.map(([name, values]) => [name, values[at % values.length]])),
      passwordHash: 'leaked',
    }))
  }
  if (part.type === 'array') return [samplesOf(part['element'] as z.ZodType)]
  if (part.type === 'record') {
    const [key] = samplesOf(part['keyType'] as z.ZodType)
    return samplesOf(part['valueType'] as z.ZodType).map((value) => ({ [String(key)]: value }))
  }
  if (part.type === 'union') return (part['options'] as z.ZodType[]).flatMap(samplesOf)
  if (part.type === 'optional') return [...samplesOf(part['innerType'] as z.ZodType), undefined]
  if (part.type === 'nullable') return [...samplesOf(part['innerType'] as z.ZodType), null]
  if (part.type === 'pipe') return [baht]
  if (part.type === 'literal') return part['values'] as unknown[]
  if (part.type === 'enum') return Object.values(part['entries'] as object)
  if (part.type === 'boolean') return [true, false]
  if (part.type === 'number') return [1]
  if (part.type === 'null') return [null]
  if (part.type === 'unknown') return ['passed on as it is']
  const text = part.type === 'string' && texts.find((one) => schema.safeParse(one).success)
  if (text) return [text]
  throw new Error(`no sample for ${part.type}`)
}

describe('the output of the server', () => {
  test.each(all.map((call) => [nameOfCall(call), call] as const))(
    '%s: each shape of its answer encodes, and unknown fields are dropped',
    (_name, { output }) => {
      const samples = samplesOf(output)
      expect(samples.length).toBeGreaterThan(0)
      for (const sample of samples) {
        const sent = JSON.stringify(z.encode(output, sample))
        expect(sent).not.toContain('leaked')
      }
    },
  )

  test('an answer with a missing field is not sent', () => {
    expect(z.safeEncode(profile, { _id: 'm1' } as never).success).toBe(false)
  })

  test('SEC-06 every number is an amount by the codec, a whole number, or one of these shares', () => {
    const shares = new Set([
      'success',
      'fail',
      'percentFail',
      'refundSuccess',
      'refundFail',
      'chance',
      'progress',
      'ftWalletSlot',
      'contributions',
    ])
    for (const call of all) {
      const leaves = [
        ...leavesOf(call.output, ''),
        ...(call.input === null ? [] : leavesOf(call.input, '')),
      ]
      for (const [name, leaf] of leaves) {
        if (partOf(leaf).type !== 'number' || shares.has(name)) continue
        expect(leaf.safeParse(1.5).success, `${nameOfCall(call)} ${name}`).toBe(false)
      }
    }
  })

  test('every field with a money name uses the codec', () => {
    const named = /^(amount|refundAmount|withdrawMin|withdrawMax|endAmount|target)$/
    let seen = 0
    for (const call of all) {
      for (const [name, leaf] of leavesOf(call.output, '')) {
        if (!named.test(name)) continue
        expect(z.encode(leaf, baht as never), `${nameOfCall(call)} ${name}`).toBe(19.99)
        seen += 1
      }
      for (const [name, leaf] of call.input === null ? [] : leavesOf(call.input, '')) {
        if (!named.test(name)) continue
        expect(z.decode(leaf, 19.99), `${nameOfCall(call)} ${name}`).toBe('19.99')
        seen += 1
      }
    }
    expect(seen).toBeGreaterThan(20)
  })
})

describe('entities have the fields of the product, with its spelling', () => {
  const fields = (text: string) => text.split(' ')
  test.each<[string, z.ZodType, string]>([
    ['ENT-01 profile', profile, '_id username name createdAt coin'],
    ['ENT-02 bank', outputOf('GET /api/lookup/banks'), 'code nameTH nameEN'],
    ['ENT-03 source', outputOf('GET /api/lookup/sources'), 'code description'],
    ['ENT-05 info', outputOf('GET /api/lookup/info'), 'name website'],
    ['ENT-06 contact', outputOf('GET /api/lookup/contact'), 'contactText lineLink lineName lineQR'],
    ['ENT-07 conditions', outputOf('GET /api/lookup/conditions'), 'conditions'],
    ['ENT-08 registerOTP', outputOf('GET /api/lookup/registerOTP'), 'registerOTP'],
    ['ENT-08 enableChatWidget', outputOf('GET /api/lookup/enableChatWidget'), 'enableChatWidget'],
    ['ENT-09 agreements', outputOf('GET /api/lookup/agreements'), 'agreements'],
    ['ENT-11 wallet', wallet, 'profile bankAccount currency ageSeconds wallet invite slots'],
    ['ENT-11 wallet amount', wallet.shape.wallet, 'amount'],
    ['ENT-11 invite', wallet.shape.invite, 'amount success fail'],
    ['ENT-11 bank account', bankAccount, 'bankAccountName bankAccountNo bank'],
    ['ENT-11 bank of the account', bankAccount.shape.bank, 'nameTH nameLA nameEN code'],
    [
      'ENT-11 GAME-09 game account',
      gameAccount,
      'code name logo background category isActive amount ftWalletSlot web android ios isClosed amountAt',
    ],
    ['GAME-10 credentials', credentials, 'username password event'],
    [
      'DEP-02 deposit lookup',
      outputOf('GET /api/lookup/deposit'),
      'banks wallets isManual giftLinkKey',
    ],
    [
      'DEP-04 deposit account',
      depositAccount,
      'bankCode bankType mode bank bankAccountName bankAccountNo currency',
    ],
    ['DEP-08 wallet account', walletAccount, 'walletAccountName mode'],
    [
      'ENT-13 QR state',
      qrState.options[0],
      'hasQrcode qrcodeId qrcode amount expireIn now message',
    ],
    ['ENT-14 withdrawal limits', outputOf('GET /api/lookup/withdraw'), 'withdrawMin withdrawMax'],
    ['ENT-15 banner', banner, 'image html'],
    [
      'ENT-16 auto-login',
      outputOf('GET /api/autoLogin/{provider}/{username}[/{password}]'),
      'link',
    ],
    ['ENT-16 login', outputOf('POST /api/login'), 'token'],
    ['ENT-17 chat config', outputOf('GET /api/chat/config'), 'PREFIX guestId unread seen'],
    [
      'ENT-18 conversation',
      conversation,
      '_id seq sender message createdAt session_id userId guestId username name deviceToken',
    ],
    ['ENT-20 button', button, 'title type payload'],
    ['ENT-20 card', genericCard, 'image_url title subtitle buttons'],
    ['BON-17 bonus', bonus, 'code type maxReceived percentFail banners userBonus'],
    ['BON-17 user bonus', userBonus, '_id isActive received'],
    ['SPIN-04 slice', slice, 'code label bgColor textColor htmlDescription chance'],
    ['SPIN-17 coupon', coupon, '_id prize amount currency toPlay expiresAt'],
    ['SPIN-17 prize', coupon.shape.prize, 'slice name'],
    [
      'RFD-03 refund check',
      outputOf('GET /api/refund/check'),
      'result bonus info refundAmount refundSuccess refundFail',
    ],
    ['PROMO-04 promotion', outputOf('GET /api/promotion/find/{code}'), 'percentFail description'],
    ['receipt', receipt, '_id statementType from to status amount currency createdAt'],
    [
      'STMT-04 statement row',
      statementRow,
      '_id statementType from to status amount currency createdAt bonus promotion invite refund luckydraw checking correction seq',
    ],
    ['SLIP-06 slip', slip, 'reference createdAt amount currency status note link'],
  ])('%s', (_title, schema, names) => {
    expect(fieldsOf(schema)).toEqual(fields(names))
  })

  test('ENT-04 a sent code has a reference and a token, a verified phone has neither', () => {
    const { output } = all.find((call) => call.path === '/api/otp/send')!
    expect(output.safeParse({ otpRef: 'A', otpToken: 'B', code: 'SUCCESS' }).success).toBe(true)
    expect(output.safeParse({ code: 'OTP_VERIFIED' }).success).toBe(true)
    expect(output.safeParse({ code: 'SUCCESS' }).success).toBe(false)
  })

  test('ENT-12 OP-A04 a category is slot, sport or lotto', () => {
    expect(gameAccount.shape.category.options).toEqual(['slot', 'sport', 'lotto'])
  })

  test('without a code the state has no other field', () => {
    expect(z.encode(qrState, { hasQrcode: false })).toEqual({ hasQrcode: false })
    expect(z.encode(qrState, { hasQrcode: false, message: 'QR_FAIL' })).toEqual({
      hasQrcode: false,
      message: 'QR_FAIL',
    })
  })

  test('OP-C04 the service is on, or gone', () => {
    const output = outputOf('GET /api/lookup/active')
    expect(z.encode(output, { active: true })).toEqual({ active: true })
    expect(z.encode(output, { message: 'gone' })).toEqual({ message: 'gone' })
    expect(output.safeParse({ active: false }).success).toBe(false)
  })

  test('STMT-03 a statement row is of one of five types', () => {
    expect(receipt.shape.statementType.options).toEqual([
      'deposit',
      'bonus',
      'finish_bonus',
      'withdraw',
      'transfer',
    ])
  })

  test('a private key never leaves with the public one', () => {
    const key = { kty: 'RSA', kid: '1', alg: 'RSA-OAEP-256', use: 'enc', n: 'n', e: 'AQAB' }
    const lookup = { banks: [], wallets: [], isManual: false, giftLinkKey: { ...key, d: 'secret' } }
    const sent = z.encode(outputOf('GET /api/lookup/deposit'), lookup)
    expect(sent).toEqual({ ...lookup, giftLinkKey: key })
  })
})

describe('chat messages', () => {
  const text = (message: string) => ({ message_type: 'text', payload: { message } })
  const accepts = (message: unknown) => customerMessage.safeParse(message).success

  test('CHAT-25 CHAT-26 a text has 1 to 2000 characters, not all of them blank', () => {
    expect(accepts(text('a'.repeat(2000)))).toBe(true)
    expect(accepts(text('a'.repeat(2001)))).toBe(false)
    expect(accepts(text(''))).toBe(false)
    expect(accepts(text(' \n\t'))).toBe(false)
    expect(accepts(text('\u200b\u2060 \u00ad'))).toBe(false)
    expect(accepts(text('👍'))).toBe(true)
  })

  test('ENT-19 media and postback have the fields of the product', () => {
    const payload = { fileType: 'image', filePath: 'a.png', name: 'a.png' }
    expect(accepts({ message_type: 'media', payload })).toBe(true)
    expect(accepts({ message_type: 'media', payload: { ...payload, fileType: 'pdf' } })).toBe(false)
    expect(accepts({ message_type: 'postback', payload: { title: 'a', message: 'b' } })).toBe(true)
  })

  test('OP-B18 a customer reads six kinds and sends three', () => {
    const kindsOf = (union: typeof chatMessage | typeof customerMessage) =>
      union.options.map((option) => [...option.shape.message_type.values].join())
    expect(kindsOf(chatMessage)).toEqual([
      'text',
      'buttons',
      'media',
      'quick_replies',
      'generic',
      'postback',
    ])
    expect(kindsOf(customerMessage)).toEqual(['text', 'media', 'postback'])
  })

  test('CHAT-32 a delivery has one of the four states, spelled as the product spells them', () => {
    const withStatus = (status: string) => ({ ...text('a'), deliver: { id: '1', status } })
    for (const status of ['uploading_file', 'sending', 'failed', 'succeed']) {
      expect(accepts(withStatus(status))).toBe(true)
    }
    expect(accepts(withStatus('success'))).toBe(false)
  })
})
