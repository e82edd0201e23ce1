import type { MemberText } from '#text/shape.ts'
import { gamesText, homeText } from './home/home.ts'
import { memberRefusals } from './member-refusals.ts'
import { pendingText } from './transfer/pending.ts'

export const memberText: MemberText = {
  shell: {
    logout: 'ອອກຈາກລະບົບ',
    menu: 'ເມນູຫຼັກ',
    profile: 'ໂປຣໄຟລ໌',
    conditions: 'ເງື່ອນໄຂ',
    home: 'ໜ້າທຳອິດ',
    statement: 'ລາຍການ',
    contact: 'ຕິດຕໍ່ເຮົາ',
  },
  currency: { BAHT: 'ບາດ', LAK: 'ກີບ', COIN: 'ຫຼຽນ' },
  home: homeText,
  games: gamesText,
  pending: pendingText,
  agreement: {
    title: 'ຂໍ້ຕົກລົງການໃຊ້ງານ',
    confirm: 'ອ່ານແລ້ວ ແລະ ຍອມຮັບ',
  },
  conditions: {
    title: 'ເງື່ອນໄຂ',
    confirm: 'ຮັບຊາບ',
    empty: 'ຍັງບໍ່ມີເງື່ອນໄຂໃຫ້ສະແດງ',
    failed: 'ໂຫຼດເງື່ອນໄຂບໍ່ສຳເລັດ',
  },
  profile: {
    title: 'ໂປຣໄຟລ໌',
    name: 'ຊື່',
    id: 'ລະຫັດສະມາຊິກ',
    username: 'ເບີໂທລະສັບ',
    createdAt: 'ເປັນສະມາຊິກຕັ້ງແຕ່',
    bankAccountName: 'ຊື່ບັນຊີ',
    bankName: 'ທະນາຄານ',
    bankAccountNo: 'ເລກບັນຊີ',
    password: 'ປ່ຽນລະຫັດຜ່ານ',
    failed: 'ໂຫຼດໂປຣໄຟລ໌ບໍ່ສຳເລັດ',
  },
  password: {
    title: 'ປ່ຽນລະຫັດຜ່ານ',
    current: 'ລະຫັດຜ່ານປັດຈຸບັນ',
    fresh: 'ລະຫັດຜ່ານໃໝ່',
    freshAgain: 'ລະຫັດຜ່ານໃໝ່ອີກຄັ້ງ',
    save: 'ປ່ຽນລະຫັດຜ່ານ',
    failed: 'ຍັງບໍ່ໄດ້ປ່ຽນລະຫັດຜ່ານ',
    done: 'ປ່ຽນລະຫັດຜ່ານແລ້ວ',
    doneLead: 'ເຄື່ອງນີ້ຍັງຢູ່ໃນລະບົບ ສ່ວນເຄື່ອງອື່ນອອກຈາກລະບົບແລ້ວ',
  },
  pager: {
    label: 'ໜ້າຂອງລາຍການ',
    previous: 'ໜ້າກ່ອນ',
    next: 'ໜ້າຕໍ່ໄປ',
    page: (page) => `ໜ້າ ${page}`,
  },
  ago: {
    now: 'ຫວ່າງກີ້ນີ້',
    seconds: (count) => `${count} ວິນາທີກ່ອນ`,
    minutes: (count) => `${count} ນາທີກ່ອນ`,
    hours: (count) => `${count} ຊົ່ວໂມງກ່ອນ`,
    days: (count) => `${count} ມື້ກ່ອນ`,
    months: (count) => `${count} ເດືອນກ່ອນ`,
    years: (count) => `${count} ປີກ່ອນ`,
  },
  refusals: memberRefusals,
}
