import type { RewardTerms } from '@kapao/contract/bonus'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { findCampaign, saveCampaign, type Campaign } from '#money/bonus/campaign-store.ts'
import { findCode, saveCode } from '#rewards/promotion/store.ts'
import { drawingOf, type AddDrawing, type Motif } from './banners.ts'

const both = (baht: string, kip: string) => ({ BAHT: baht, LAK: kip })

const usual: RewardTerms = {
  kind: 'balance',
  base: 'deposit and bonus',
  factor: '5',
  percentFail: 20,
  gives: { of: 'amount', amount: both('100', '70000') },
  // No amount of its own: percentFail of deposit and bonus, as the notice of the demo says.
  endAmount: null,
  withdrawMax: null,
  contributions: {},
}

type Demo = Pick<Campaign, 'code' | 'type' | 'maxReceived' | 'quota'> & {
  terms: Partial<RewardTerms>
  words: { th: string; la: string; en: string }
  color: string
  motif: Motif
}

const demoBonuses: Demo[] = [
  {
    code: 'WELCOME',
    type: 'limit',
    maxReceived: 1,
    quota: null,
    terms: {},
    words: { th: 'ต้อนรับสมาชิกใหม่', la: 'ຕ້ອນຮັບສະມາຊິກໃໝ່', en: 'Welcome' },
    color: '#b7791f',
    motif: 'gift',
  },
  {
    code: 'DAILY',
    type: 'day',
    maxReceived: 1,
    quota: null,
    terms: { factor: '3', gives: { of: 'amount', amount: both('20', '14000') } },
    words: { th: 'รับทุกวัน', la: 'ຮັບທຸກມື້', en: 'Every day' },
    color: '#2f855a',
    motif: 'sun',
  },
  {
    code: 'WEEKEND',
    type: 'week',
    maxReceived: 2,
    quota: null,
    terms: {
      percentFail: 50,
      gives: { of: 'deposit', percent: 20, max: both('500', '350000') },
      withdrawMax: both('20000', '14000000'),
    },
    words: { th: 'ฝากรับ 20% ทุกสัปดาห์', la: 'ຝາກຮັບ 20% ທຸກອາທິດ', en: '20% of a deposit, every week' },
    color: '#2b6cb0',
    motif: 'week',
  },
  {
    code: 'SLOTS',
    type: 'limit',
    maxReceived: 3,
    quota: 1000,
    terms: {
      kind: 'turnover',
      base: 'bonus',
      factor: '10',
      contributions: { sport: 0, lotto: 0 },
    },
    words: {
      th: 'โบนัสสล็อต ยอดเดิมพัน 10\u00A0เท่า',
      la: 'ໂບນັດສະລັອດ ຍອດເດີມພັນ 10\u00A0ເທົ່າ',
      en: 'Slots bonus, 10x turnover',
    },
    color: '#97266d',
    motif: 'reels',
  },
  {
    code: 'FIRST100',
    type: 'limit',
    maxReceived: 1,
    quota: 0,
    terms: {},
    words: {
      th: 'ร้อยคนแรก (เต็มแล้ว)',
      la: 'ຮ້ອຍຄົນທຳອິດ (ເຕັມແລ້ວ)',
      en: 'First 100 members (fully claimed)',
    },
    color: '#4a5568',
    motif: 'medal',
  },
]

/** A code for visitors to try. */
const demoPromotion = 'KAPAO2026'

/** Bonuses of each type and a code; those that operators have changed since stay as they are. */
export async function seedRewards(db: Db, clock: Clock, add: AddDrawing | null): Promise<void> {
  const at = clock.now()
  const images = new Map<string, string>()
  if (add) for (const { code, ...one } of demoBonuses) images.set(code, await add(drawingOf(one)))
  const shared = { isOn: true, startsAt: null, endsAt: null }
  await db.begin(async (tx) => {
    for (const { terms, words, color: _color, motif: _motif, ...one } of demoBonuses) {
      if (await findCampaign(tx, one.code)) continue
      const image = images.get(one.code) ?? ''
      const bannersOf = (html: string) => [{ image, html: `<p>${html}</p>` }]
      const banners = {
        th: bannersOf(words.th),
        la: bannersOf(words.la),
        en: bannersOf(words.en),
      }
      await saveCampaign(tx, { ...shared, ...one, terms: { ...usual, ...terms }, banners }, at)
    }
    if (await findCode(tx, demoPromotion)) return
    const description = {
      th: '<p>รหัสโปรโมชันทดลอง รับ 50\u00A0บาท (หรือ 35,000\u00A0กีบ) ก่อนถอน ยอดรวมต้องถึง 3\u00A0เท่าของยอดที่มีรวมโบนัส</p>',
      la: '<p>ລະຫັດໂປຣໂມຊັນທົດລອງ ຮັບ 50\u00A0ບາດ (ຫຼື 35,000\u00A0ກີບ) ກ່ອນຖອນ ຍອດລວມຕ້ອງຮອດ 3\u00A0ເທົ່າຂອງຍອດທີ່ມີລວມໂບນັດ</p>',
      en: '<p>Trial code: get 50\u00A0baht (or 35,000\u00A0kip). Before you withdraw, your total must reach 3 times your balance plus the bonus.</p>',
    }
    const terms = {
      ...usual,
      factor: '3',
      gives: { of: 'amount' as const, amount: both('50', '35000') },
    }
    await saveCode(tx, { ...shared, code: demoPromotion, description, quota: null, terms }, at)
  })
}
