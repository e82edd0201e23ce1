import type { PublicText } from '#text/shape.ts'
import { publicRefusals } from './public-refusals.ts'

export const publicText: PublicText = {
  language: {
    label: 'ພາສາ',
    failed: 'ໂຫຼດພາສານີ້ບໍ່ສຳເລັດ ກະລຸນາກວດອິນເຕີເນັດແລ້ວລອງໃໝ່ອີກຄັ້ງ',
  },
  front: {
    status: 'ໜ້າທຳອິດ ກຳລັງພັດທະນາກະເປົາເງິນ',
    sentence: 'ໄວໆນີ້ ທ່ານຈະຝາກ ຖອນ ແລະ ຫຼິ້ນເກມໄດ້ທີ່ນີ້ ໂດຍເຫັນເງິນຂອງທ່ານຢ່າງຈະແຈ້ງ',
    variant: { thai: 'ສະບັບປະເທດໄທ ໃຊ້ເງິນບາດ', laos: 'ສະບັບປະເທດລາວ ໃຊ້ເງິນກີບ ແລະ ເງິນບາດ' },
    docs: 'ເອກະສານ API',
  },
  notFound: {
    sentence: 'ບໍ່ພົບໜ້ານີ້ ລິ້ງອາດຖືກຍ້າຍ ຫຼື ພິມຜິດໄປໜ້ອຍໜຶ່ງ',
    home: 'ໄປໜ້າທຳອິດ',
  },
  terminated: { sentence: 'ບໍລິການນີ້ປິດໃຫ້ບໍລິການແລ້ວ' },
  error: {
    generic: 'ມີບາງຢ່າງຜິດພາດ ກະລຸນາກວດອິນເຕີເນັດແລ້ວລອງໃໝ່ອີກຄັ້ງ',
  },
  currency: { BAHT: 'ບາດ', LAK: 'ກີບ', COIN: 'ຫຼຽນ' },
  ago: {
    now: 'ຫວ່າງກີ້ນີ້',
    seconds: (count) => `${count} ວິນາທີກ່ອນ`,
    minutes: (count) => `${count} ນາທີກ່ອນ`,
    hours: (count) => `${count} ຊົ່ວໂມງກ່ອນ`,
    days: (count) => `${count} ມື້ກ່ອນ`,
    months: (count) => `${count} ເດືອນກ່ອນ`,
    years: (count) => `${count} ປີກ່ອນ`,
  },
  refusals: publicRefusals,
}
