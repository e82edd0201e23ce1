import type { SettingGroup } from '@kapao/contract/console/settings'
import { fields } from '#ui/fields/text/la.ts'
import type { SettingsText } from './en.ts'
import { about } from './la-about.ts'

const groups: Record<SettingGroup, string> = {
  brand: 'ຍີ່ຫໍ້',
  content: 'ຂໍ້ຄວາມທີ່ສະມາຊິກອ່ານ',
  rewards: 'ລາງວັນ ແລະ ໂບນັດ',
  deposits: 'ການຝາກເງິນ',
  withdrawals: 'ການຖອນເງິນ ແລະ ການອະນຸມັດ',
  accounts: 'ບັນຊີຂອງພວກເຮົາ',
  games: 'ເກມ',
  registration: 'ການລົງທະບຽນ ແລະ OTP',
  chat: 'ແຊັດ',
  service: 'ການໃຫ້ບໍລິການ',
  console: 'ສູນວຽກ',
}

export const settings: SettingsText = {
  ...fields,
  groups,
  about,
  brief: {
    none: 'ບໍ່ມີ',
    on: 'ເປີດ',
    off: 'ປິດ',
    picture: 'ຮູບພາບ',
    whole: 'ຫຼາຍສ່ວນ',
    entries: (count) => `${count} ລາຍການ`,
  },
  form: {
    value: 'ຄ່າ',
    chooseSetting: 'ເລືອກການຕັ້ງຄ່າຈາກລາຍການ',
    isSet: 'ປ່ຽນແລ້ວ',
    isDefault: 'ໃຊ້ຄ່າເລີ່ມຕົ້ນ',
    changed: 'ແກ້ໄຂເມື່ອ',
    neverChanged: 'ຍັງບໍ່ເຄີຍແກ້ໄຂ ໃຊ້ຄ່າເລີ່ມຕົ້ນ',
    power: {
      read: 'ບົດບາດຂອງທ່ານເບິ່ງການຕັ້ງຄ່ານີ້ໄດ້ ແຕ່ແກ້ໄຂບໍ່ໄດ້',
      tighten: 'ບົດບາດຂອງທ່ານປັບຄ່ານີ້ໃຫ້ເຂັ້ມງວດຂຶ້ນໄດ້ ແຕ່ຜ່ອນລົງບໍ່ໄດ້',
    },
    mayWait: 'ການປ່ຽນບາງຢ່າງຂອງຄ່ານີ້ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ',
    moved: 'ມີຄົນອື່ນບັນທຶກຄ່ານີ້ໄປແລ້ວ ສິ່ງທີ່ທ່ານພິມຍັງຢູ່',
    keepMine: 'ໃຊ້ຂອງຂ້ອຍແທນຄ່າໃໝ່',
    takeTheirs: 'ຖິ້ມຂອງຂ້ອຍແລ້ວເບິ່ງຄ່າໃໝ່',
    looking: 'ກຳລັງກວດວ່າການບັນທຶກຈະມີຜົນແນວໃດ…',
    same: 'ບັນທຶກແລ້ວຈະບໍ່ມີຫຍັງປ່ຽນ',
    atOnce: 'ຈະມີຜົນທັນທີ',
    refused: 'ຄ່ານີ້ຈະຖືກປະຕິເສດ',
    problems: (count) => `ມີ ${count} ຊ່ອງທີ່ບໍ່ຖືກຕ້ອງ ເຫດຜົນຢູ່ຂ້າງຊ່ອງນັ້ນ`,
    alone: 'ຄົນດຽວອະນຸມັດໄປແລ້ວໃນ 24\u00A0ຊົ່ວໂມງ:',
    ask: 'ຂໍອະນຸມັດ',
    discard: 'ຖິ້ມການແກ້ໄຂ',
    toDefault: 'ກັບເປັນຄ່າເລີ່ມຕົ້ນ',
    saved: 'ບັນທຶກແລ້ວ',
    history: 'ປະຫວັດ',
    before: 'ກ່ອນ',
    after: 'ຫຼັງ',
    setBack: 'ຕັ້ງກັບເປັນຄ່າກ່ອນໜ້າ',
    acts: {
      set: 'ຕັ້ງຄ່າ',
      default: 'ຕັ້ງເປັນຄ່າເລີ່ມຕົ້ນ',
      asked: 'ຂໍອະນຸມັດ',
      approved: 'ອະນຸມັດ',
      dropped: 'ປະຕິເສດ',
    },
  },
}
