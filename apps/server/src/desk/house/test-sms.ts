import { sendTestSms as endpoint, type TestSms } from '@kapao/contract/console/house'
import { testSmsDayMax, type SmsProduct } from '@kapao/contract/console/house-words'
import { dayMs, secondMs } from '@kapao/contract/times'
import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '#context/app-context.ts'
import {
  listActsAbout,
  listActsOf,
  recordAudit,
  type AuditContext,
} from '#core/audit/audit-store.ts'
import { refuseOperator } from '#core/console/refuse.ts'
import { maskPhone } from '#core/console/work/masks.ts'
import type { Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { readPhone, type Phone } from '#records/account/phone/phone.ts'
import { lockTestSms } from './store.ts'

type SmsContext = Pick<AppContext, 'db' | 'clock' | 'outside' | 'readSettings'>
type Wish = AuditContext & { phone: string; product: SmsProduct }

/** Every one has two rows of the trail under its key: before it is sent, and what became of it. */
type SmsAct = { phone: string; product: SmsProduct } & (
  | { state: 'asked' }
  | { state: 'ended'; outcome: TestSms['outcome']; why: string | null }
)
const about = { subject: 'house:sms', action: 'house.sms' } as const

/** Longer than the company may take to answer. */
const sendingMs = 30 * secondMs

/**
 * Sends an SMS to a phone that an owner has typed. It counts before it is sent, so that one whose process dies, or whose
 * answer is lost, is never sent again: nobody knows then whether it went out.
 */
export async function sendTestSms(context: SmsContext, wish: Wish): Promise<TestSms> {
  const { db, clock } = context
  const { phone: typed, product, ...by } = wish
  const phone = readPhone(typed)
  if (!phone)
    return refuseOperator(endpoint, 'FIELD_WRONG', {
      field: 'phone',
      sentence: 'This is no Thai or Lao mobile number.',
    })
  const sms = { phone: maskPhone(phone.local), product }
  const known = await db.begin(async (tx) => {
    await lockTestSms(tx)
    const made = await findMade(tx, { ...by, sms, now: clock.now() })
    if (made) return made
    await refuseWhenFull(tx, clock.now())
    const after: SmsAct = { ...sms, state: 'asked' }
    await recordAudit(tx, { ...by, ...about, at: clock.now(), after })
    return null
  })
  if (known) return known
  const sent = await send(context, { phone, product })
  const why = sent.outcome === 'sent' ? null : sent.why
  const at = clock.now()
  const after: SmsAct = { ...sms, state: 'ended', outcome: sent.outcome, why }
  await recordAudit(db, { ...by, ...about, at, after })
  return { outcome: sent.outcome, phone: sms.phone, at: at.toISOString(), why }
}

type KeyedSms = AuditContext & { sms: Pick<SmsAct, 'phone' | 'product'>; now: Date }

/** What became of one under this key. */
async function findMade(tx: Tx, { sms, now, ...by }: KeyedSms): Promise<TestSms | null> {
  const made = (await listActsOf(tx, by)).filter(({ action }) => action === about.action)
  const last = made.at(-1)
  if (!last) return null
  const said = last.after as SmsAct
  const { phone, product } = said
  if (!isDeepStrictEqual({ phone, product }, sms)) refuseOperator(endpoint, 'KEY_REUSED')
  if (said.state === 'ended')
    return { outcome: said.outcome, phone, at: last.at.toISOString(), why: said.why }
  if (now.getTime() - last.at.getTime() < sendingMs) refuseOperator(endpoint, 'IN_PROGRESS')
  return {
    outcome: 'unknown',
    phone,
    at: last.at.toISOString(),
    why: 'it was cut off while it was being sent',
  }
}

async function refuseWhenFull(tx: Tx, now: Date): Promise<void> {
  const all = { subjects: [about.subject], actions: [about.action], before: null }
  const acts = await listActsAbout(tx, { ...all, limit: 2 * testSmsDayMax })
  const begun = acts.filter(
    ({ at, after }) => (after as SmsAct).state === 'asked' && now.getTime() - at.getTime() < dayMs,
  )
  if (begun.length < testSmsDayMax) return
  throw new OperatorRefused(
    `${testSmsDayMax} test SMS were sent within 24 hours, and each costs money.`,
    'test-sms-full',
  )
}

/** In the language of the phone's country. */
const texts: Record<Phone['country'], (brand: string) => string> = {
  TH: (brand) => `${brand}: ข้อความทดสอบ ไม่ต้องทำอะไร`,
  LA: (brand) => `${brand}: ຂໍ້ຄວາມທົດສອບ ບໍ່ຕ້ອງເຮັດຫຍັງ`,
}

/** Nobody keeps the token of such a code: it opens nothing. */
async function send(
  { outside: { sms }, readSettings }: SmsContext,
  { phone, product }: { phone: Phone; product: SmsProduct },
) {
  if (product === 'code') return sms.requestCode(phone.e164)
  const text = texts[phone.country]((await readSettings())['brand.name'])
  return sms.sendText(phone.e164, text)
}
