import type { SettingGroup } from '@kapao/contract/console/settings'
import { fields } from '#ui/fields/text/la.ts'
import { plan } from '#shared/plans/text/la.ts'
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
  plan,
  form: {
    value: 'ຄ່າ',
    isSet: 'ປ່ຽນແລ້ວ',
    isDefault: 'ໃຊ້ຄ່າເລີ່ມຕົ້ນ',
    changed: 'ແກ້ໄຂເມື່ອ',
    askedBy: 'ຂໍໂດຍ',
    approvedBy: 'ອະນຸມັດໂດຍ',
    neverChanged: 'ຍັງບໍ່ເຄີຍແກ້ໄຂ ໃຊ້ຄ່າເລີ່ມຕົ້ນ',
    power: {
      read: 'ບົດບາດຂອງທ່ານເບິ່ງການຕັ້ງຄ່ານີ້ໄດ້ ແຕ່ແກ້ໄຂບໍ່ໄດ້',
      tighten: 'ບົດບາດຂອງທ່ານແກ້ໄຂຄ່ານີ້ໄດ້ສະເພາະເມື່ອເຮັດໃຫ້ເຂັ້ມງວດຂຶ້ນ',
    },
    mayWait: 'ການປ່ຽນບາງຢ່າງຂອງຄ່ານີ້ຕ້ອງໃຫ້ຄົນທີສອງອະນຸມັດ',
    keyless: (names) => `ສູນວຽກນີ້ບໍ່ມີກະແຈຂອງ ${names}`,
    clash: 'ທັງສອງຄົນແກ້ໄຂສ່ວນນີ້ ລະບົບຈະໃຊ້ຂອງທ່ານ:',
    theirs: 'ຂອງຜູ້ອື່ນ',
    mine: 'ຂອງທ່ານ',
    removed: 'ລຶບແລ້ວ',
    thaiInLao: 'ຂໍ້ຄວາມລາວນີ້ມີຕົວອັກສອນໄທ ກະລຸນາກວດວ່າຢູ່ຖືກຊ່ອງ ຫຼື ບໍ່',
    laoInThai: 'ຂໍ້ຄວາມໄທນີ້ມີຕົວອັກສອນລາວ ກະລຸນາກວດວ່າຢູ່ຖືກຊ່ອງ ຫຼື ບໍ່',
    together: 'ບັນທຶກພ້ອມກັບທີ່ທ່ານແກ້ໄວ້ໃນຄ່າອື່ນ:',
    wrongThere: 'ມີຊ່ອງທີ່ບໍ່ຖືກຕ້ອງ ເປີດຄ່ານັ້ນເພື່ອເບິ່ງເຫດຜົນ',
    toDefault: 'ກັບເປັນຄ່າເລີ່ມຕົ້ນ',
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
      planned: 'ກຳນົດລ່ວງໜ້າ',
      overtaken: 'ບໍ່ປ່ຽນ ເພາະມີຄົນແກ້ໄຂໄປແລ້ວ:',
      refused: 'ບໍ່ໄດ້ດຳເນີນການ',
      unplanned: 'ຍົກເລີກກ່ອນເລີ່ມ:',
    },
  },
}
