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
  registration: 'ການສະໝັກ ແລະ OTP',
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
      tighten: 'ບົດບາດຂອງທ່ານແກ້ໄຂຄ່ານີ້ໄດ້ສະເພາະເມື່ອເຮັດໃຫ້ເຂັ້ມງວດຂຶ້ນ',
    },
    mayWait: 'ການປ່ຽນບາງຢ່າງຂອງຄ່ານີ້ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ',
    moved: 'ມີຄົນອື່ນບັນທຶກຄ່ານີ້ໄປແລ້ວ ສິ່ງທີ່ທ່ານພິມຍັງຢູ່',
    join: 'ລວມຂອງຂ້ອຍກັບຂອງຜູ້ອື່ນ',
    clash: 'ທັງສອງຄົນແກ້ໄຂສ່ວນນີ້ ລະບົບຈະໃຊ້ຂອງທ່ານ:',
    theirs: 'ຂອງຜູ້ອື່ນ',
    mine: 'ຂອງທ່ານ',
    removed: 'ລຶບແລ້ວ',
    missing: 'ຍັງບໍ່ທັນມີ',
    takeTheirs: 'ຖິ້ມຂອງຂ້ອຍແລ້ວເບິ່ງຄ່າໃໝ່',
    looking: 'ກຳລັງກວດວ່າການບັນທຶກຈະມີຜົນແນວໃດ…',
    same: 'ບັນທຶກແລ້ວຈະບໍ່ມີຫຍັງປ່ຽນ',
    atOnce: 'ຈະມີຜົນທັນທີ',
    refused: 'ລະບົບຈະບໍ່ຮັບຄ່ານີ້',
    problems: (count) => `ມີ ${count} ຊ່ອງທີ່ບໍ່ຖືກຕ້ອງ ເຫດຜົນຢູ່ຂ້າງຊ່ອງນັ້ນ`,
    alone: 'ຍອດທີ່ບໍ່ມີຄົນທີສອງໃນ 24\u00A0ຊົ່ວໂມງທີ່ຜ່ານມາ:',
    ask: 'ຂໍອະນຸມັດ',
    discard: 'ຍົກເລີກການແກ້ໄຂຂອງຂ້ອຍ',
    toDefault: 'ກັບເປັນຄ່າເລີ່ມຕົ້ນ',
    saved: 'ບັນທຶກແລ້ວ',
    history: 'ປະຫວັດ',
    before: 'ກ່ອນ',
    after: 'ຫຼັງ',
    setBack: 'ຕັ້ງກັບເປັນຄ່າກ່ອນໜ້າ',
    acts: {
      set: 'ຕັ້ງຄ່າ',
      default: 'ຕັ້ງເປັນຄ່າເລີ່ມຕົ້ນ',
      asked: 'ຂໍອະນຸມັດຄົນທີສອງ',
      approved: 'ອະນຸມັດຄຳຂໍ',
      dropped: 'ບໍ່ອະນຸມັດຄຳຂໍ',
    },
  },
}
