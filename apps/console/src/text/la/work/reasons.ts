import type { ReasonText } from '#text/en/work/reasons.ts'

const rejections: ReasonText['rejections'] = {
  ACCOUNT_CLOSED: 'ບັນຊີທະນາຄານປິດແລ້ວ ຫຼື ຮັບເງິນບໍ່ໄດ້',
  ACCOUNT_NAME: 'ຊື່ບັນຊີບໍ່ກົງກັບຊື່ສະມາຊິກ',
  IDENTITY_CHECK: 'ຕ້ອງຢືນຢັນຕົວຕົນກ່ອນ',
  BONUS_TERMS: 'ຍັງບໍ່ທັນຄົບເງື່ອນໄຂໂບນັດ',
  SERVICE_TERMS: 'ບໍ່ເປັນໄປຕາມຂໍ້ຕົກລົງການນຳໃຊ້',
}

const takeBacks: ReasonText['takeBacks'] = {
  'wrong-member': 'ເງິນເປັນຂອງສະມາຊິກຄົນອື່ນ',
  gone: 'ທະນາຄານດຶງເງິນຄືນໄປແລ້ວ',
}

export const reasons: ReasonText = { rejections, takeBacks }
