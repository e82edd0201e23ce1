import type { FormText } from '#text/en/work/forms.ts'

const fields: FormText['fields'] = {
  why: 'ເຫດຜົນ (ເກັບໃນບັນທຶກການກວດສອບ)',
  whyOptional: 'ເຫດຜົນ (ບໍ່ບັງຄັບ)',
  memberId: 'ສະມາຊິກ',
  amount: 'ຈຳນວນເງິນ',
  payout: 'ເລກລາຍການໂອນອອກຂອງຊ່ອງທາງ',
  reference: 'ທະນາຄານ ແລະ ເລກອ້າງອີງ ແບບ BANK:REFERENCE',
  party: 'ບັນຊີຂອງພວກເຮົາ',
  paidAt: 'ເວລາທີ່ໂອນ (ເວລາບາງກອກ)',
  reason: 'ເຫດຜົນທີ່ສະມາຊິກຈະເຫັນ',
  line: 'ລາຍການໂອນຂອງທະນາຄານທີ່ກົງກັນ',
}

export const forms: FormText = {
  fields,
  sentReference: 'ເລກອ້າງອີງການໂອນຄືນຂອງທະນາຄານ',
  required: 'ຕ້ອງໃສ່',
  amountForm: 'ຕ້ອງເປັນຈຳນວນເງິນ ເຊັ່ນ 1,250.00',
  notAccepted: 'ໃຊ້ຄ່ານີ້ບໍ່ໄດ້',
  notInMessage: 'ຂໍ້ຄວາມບໍ່ມີຈຳນວນເງິນນີ້',
  chooseReason: 'ເລືອກເຫດຜົນ',
  chooseOne: 'ເລືອກໜຶ່ງລາຍການ',
}
