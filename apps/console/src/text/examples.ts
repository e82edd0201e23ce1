import type { MemberFact } from '@kapao/contract/console/canned'
import type { Language } from '@kapao/contract/limits'

/** The made-up member of the previews, with values as the server writes them. */
export const exampleFacts: Record<Language, Record<MemberFact, string>> = {
  th: {
    name: 'สมชาย ตัวอย่าง',
    balance: '1,250.00\u00A0บาท',
    withdrawable: '1,100.00\u00A0บาท',
    withdrawal: 'ถอน 500.00\u00A0บาท เมื่อ 25/11/2026 10:30:00 ไปยัง KBANK •••3334: อนุมัติแล้ว กำลังโอน',
  },
  la: {
    name: 'ສົມໃຈ ຕົວຢ່າງ',
    balance: '1,250.00\u00A0ບາດ',
    withdrawable: '1,100.00\u00A0ບາດ',
    withdrawal: 'ຖອນ 500.00\u00A0ບາດ ເມື່ອ 25/11/2026 10:30:00 ໄປຫາ KBANK •••3334: ອະນຸມັດແລ້ວ ກຳລັງໂອນ',
  },
  en: {
    name: 'Somchai Example',
    balance: '1,250.00\u00A0baht',
    withdrawable: '1,100.00\u00A0baht',
    withdrawal:
      'Withdrawal of 500.00\u00A0baht on 25/11/2026 10:30:00 to KBANK •••3334: it is approved and is being paid.',
  },
}
