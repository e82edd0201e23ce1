import type { TransferText } from './en.ts'

export const transferText: TransferText = {
  title: 'ຍ້າຍເງິນ',
  from: 'ຈາກ',
  to: 'ໄປຫາ',
  choose: 'ເລືອກ',
  source: 'ຕົ້ນທາງ',
  swap: 'ສະຫຼັບຕົ້ນທາງກັບປາຍທາງ',
  amount: 'ຈຳນວນເງິນ',
  all: 'ທັງໝົດ',
  short: 'ຫຼາຍກວ່າຍອດທີ່ມີຢູ່',
  errors: {
    choose: 'ກະລຸນາເລືອກບັນຊີຕົ້ນທາງ ແລະ ປາຍທາງ',
    same: 'ຍ້າຍເງິນເຂົ້າບັນຊີດຽວກັນບໍ່ໄດ້ ກະລຸນາເລືອກຄົນລະບັນຊີ',
    minimum: (amount) => `ຍ້າຍເງິນຂັ້ນຕ່ຳ ${amount}`,
  },
  refused: {
    has: (place, amount) => `${place} ມີຢູ່ ${amount}`,
  },
  failed: {
    fromGame: (game) => `ຍ້າຍເງິນບໍ່ສຳເລັດ ເງິນກັບຄືນເຂົ້າ ${game} ແລ້ວ`,
    betweenGames: (game) => `ຍ້າຍເງິນບໍ່ສຳເລັດ ເງິນຢູ່ໃນ ${game} ຫຼື ໃນກະເປົາ ກະລຸນາກວດສອບຍອດເງິນ`,
  },
  submit: 'ຍ້າຍເງິນ',
  again: 'ຍ້າຍເງິນອີກຄັ້ງ',
  everything: {
    open: (place) => `ລວມເງິນທັງໝົດໄປ ${place}`,
    title: 'ລວມເງິນທັງໝົດ',
    sentence: (amount, place) => `ເງິນທັງໝົດທີ່ຢູ່ບ່ອນອື່ນ ຈຳນວນ ${amount} (ຕາມຍອດຫຼ້າສຸດ) ຈະຖືກຍ້າຍໄປ ${place}`,
    confirm: 'ລວມເງິນທັງໝົດ',
    nothing: 'ບໍ່ມີເງິນໃຫ້ຍ້າຍໄປບ່ອນນັ້ນ',
  },
  stages: {
    label: 'ຂັ້ນຕອນການຍ້າຍເງິນ',
    aside: (place) => `ເອົາເງິນອອກຈາກ ${place}`,
    asking: (place) => `ລໍຖ້າ ${place} ຢືນຢັນ`,
    arrived: (place) => `ເງິນເຂົ້າ ${place}`,
    slow: 'ໃຊ້ເວລາດົນກວ່າປົກກະຕິ ເງິນຂອງທ່ານປອດໄພ',
    open: 'ຜູ້ໃຫ້ບໍລິການເກມຍັງບໍ່ທັນຢືນຢັນ ເງິນຂອງທ່ານຖືກແຍກໄວ້ຢ່າງປອດໄພ ແລະ ພວກເຮົາກຳລັງຕິດຕາມໃຫ້',
    mayLeave: 'ປິດໜ້ານີ້ໄດ້ ພວກເຮົາຈະແຈ້ງທັນທີທີ່ຮູ້ຜົນ',
  },
  done: 'ຍ້າຍເງິນສຳເລັດ',
  doneLead: (amount, from, to) => `ຍ້າຍ ${amount} ຈາກ ${from} ໄປຫາ ${to} ແລ້ວ`,
  doneAll: (place) => `ເງິນທັງໝົດຢູ່ໃນ ${place} ແລ້ວ`,
  noGames: 'ຍັງບໍ່ທັນມີບັນຊີເກມ ແຕະເກມໃນໜ້າທຳອິດເພື່ອເປີດບັນຊີກ່ອນ ແລ້ວຈຶ່ງຍ້າຍເງິນໄດ້',
}
