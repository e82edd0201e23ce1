import type { MemberText } from '#text/en/member.ts'
import { gamesText, homeText } from './home/home.ts'
import { memberRefusals } from './member-refusals.ts'
import { pendingText } from './pending.ts'

export const memberText: MemberText = {
  shell: {
    logout: 'ອອກຈາກລະບົບ',
    menu: 'ເມນູຫຼັກ',
    profile: 'ໂປຣໄຟລ໌',
    conditions: 'ເງື່ອນໄຂ',
    home: 'ໜ້າທຳອິດ',
    statement: 'ທຸລະກຳ',
    contact: 'ຕິດຕໍ່',
  },
  currency: { BAHT: 'ບາດ', LAK: 'ກີບ', COIN: 'ຫຼຽນ' },
  home: homeText,
  games: gamesText,
  pending: pendingText,
  transferFailed: {
    fromWallet: 'ຍ້າຍເງິນບໍ່ສຳເລັດ ເງິນກັບຄືນເຂົ້າກະເປົາຂອງທ່ານແລ້ວ',
    everything: 'ຍ້າຍເງິນໄດ້ບໍ່ຄົບ ເງິນທີ່ບໍ່ໄດ້ຍ້າຍຢູ່ໃນກະເປົາ ຫຼື ຍັງຢູ່ໃນເກມ ກະລຸນາກວດສອບຍອດເງິນ',
  },
  pager: {
    label: 'ເລືອກໜ້າ',
    previous: 'ໜ້າກ່ອນ',
    next: 'ໜ້າຕໍ່ໄປ',
    page: (page) => `ໜ້າ ${page}`,
  },
  ago: {
    now: 'ຫວ່າງກີ້ນີ້',
    seconds: (count) => `${count}\u00A0ວິນາທີກ່ອນ`,
    minutes: (count) => `${count}\u00A0ນາທີກ່ອນ`,
    hours: (count) => `${count}\u00A0ຊົ່ວໂມງກ່ອນ`,
    days: (count) => `${count}\u00A0ມື້ກ່ອນ`,
    months: (count) => `${count}\u00A0ເດືອນກ່ອນ`,
    years: (count) => `${count}\u00A0ປີກ່ອນ`,
  },
  refusals: memberRefusals,
}
