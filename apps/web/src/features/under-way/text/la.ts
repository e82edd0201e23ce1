import { withdrawalStanding } from '#text/la/withdraw/standing.ts'
import type { UnderWayText } from './en.ts'

export const underWayText: UnderWayText = {
  withdrawable: (amount) => `ຖອນໄດ້ ${amount}`,
  notYet: (amount) => `ຍັງຖອນບໍ່ໄດ້ ${amount}`,
  title: 'ລາຍການທີ່ກຳລັງດຳເນີນການ',
  arrival: 'ເງິນຝາກເຂົ້າກະເປົາແລ້ວ',
  arrived: (amount) => `+${amount} ເຂົ້າກະເປົາແລ້ວ`,
  withCoins: (coins) => `ພ້ອມ ${coins}`,
  receipt: 'ເບິ່ງລາຍລະອຽດ',
  /** The three are what the buttons of home do. */
  start: {
    title: 'ເລີ່ມຕົ້ນໃນສາມຂັ້ນຕອນ',
    steps: ['ຝາກເງິນ', 'ຍ້າຍເງິນເຂົ້າເກມ', 'ເຂົ້າຫຼິ້ນ'],
    film: 'ເບິ່ງວິທີໃຊ້',
  },
  next: {
    again: (name) => `ຫຼິ້ນ ${name} ຕໍ່`,
    there: (amount) => `ມີເງິນຢູ່ ${amount}`,
  },
  more: (count) => `ອີກ ${count}\u00A0ລາຍການ`,
  deposit: {
    QR: 'QR ລໍຖ້າຊຳລະ',
    SLIP: 'ກຳລັງກວດສອບສະລິບ',
    HELD: 'ໄດ້ຮັບເງິນແລ້ວ ກຳລັງກວດສອບ',
    BONUS: 'ໄດ້ຮັບເງິນແລ້ວ ລໍຖ້າໂບນັດຈົບ',
    OTHER: 'ລໍຖ້າເງິນຝາກຂອງທ່ານ',
  },
  /** After the member has said that a QR code is paid. */
  paid: 'ລໍຖ້າທະນາຄານຢືນຢັນ',
  left: (time) => `ເຫຼືອເວລາ ${time}`,
  transfer: 'ກຳລັງກວດສອບການຍ້າຍເງິນ',
  bonus: 'ຍັງຖອນບໍ່ໄດ້',
  prizes: (amount) => `ຍັງຖອນບໍ່ໄດ້ · ເງິນລາງວັນ ${amount}`,
  toPlay: (amount) => `ຕ້ອງຫຼິ້ນອີກ ${amount}`,
  checking: 'ກຳລັງກວດສອບກ່ອນໃຫ້ຖອນ ເງິນຂອງທ່ານປອດໄພ',
  progress: 'ຄວາມຄືບໜ້າຂອງເງື່ອນໄຂ',
  missing: (amount) => `ຍັງຂາດອີກ ${amount}`,
  met: 'ຄົບເງື່ອນໄຂແລ້ວ ຖອນເງິນໄດ້ເລີຍ',
  metOnly: 'ຄົບເງື່ອນໄຂແລ້ວ',
  ending: 'ກຳລັງຈົບໂບນັດ',
  withdrawal: { ...withdrawalStanding, read: 'ປິດຂໍ້ຄວາມນີ້' },
}
