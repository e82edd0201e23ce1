import { withdrawalStanding } from '#text/la/withdraw/standing.ts'
import type { UnderWayText } from './en.ts'

export const underWayText: UnderWayText = {
  withdrawable: 'ຖອນໄດ້',
  inGames: 'ຢູ່ໃນເກມ',
  locked: 'ຕິດເງື່ອນໄຂໂບນັດ',
  title: 'ລາຍການທີ່ກຳລັງດຳເນີນການ',
  nothing: 'ບໍ່ມີລາຍການທີ່ກຳລັງດຳເນີນການ',
  more: (count) => `ອີກ ${count}\u00A0ລາຍການ`,
  deposit: {
    QR: 'ລໍຖ້າທະນາຄານຢືນຢັນ',
    SLIP: 'ກຳລັງກວດສອບສະລິບ',
    HELD: 'ໄດ້ຮັບເງິນແລ້ວ ກຳລັງກວດສອບ',
    BONUS: 'ໄດ້ຮັບເງິນແລ້ວ ລໍຖ້າໂບນັດຈົບ',
    OTHER: 'ລໍຖ້າເງິນຝາກຂອງທ່ານ',
  },
  transfer: 'ກຳລັງກວດສອບການຍ້າຍເງິນ',
  bonus: 'ຕິດເງື່ອນໄຂໂບນັດ',
  progress: 'ຄວາມຄືບໜ້າຂອງເງື່ອນໄຂ',
  missing: (amount) => `ຍັງຂາດອີກ ${amount}`,
  met: 'ຄົບເງື່ອນໄຂແລ້ວ ຖອນເງິນໄດ້ເລີຍ',
  ending: 'ກຳລັງຈົບໂບນັດ',
  withdrawal: { ...withdrawalStanding, read: 'ປິດຂໍ້ຄວາມນີ້' },
}
