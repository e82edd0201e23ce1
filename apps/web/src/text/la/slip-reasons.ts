import type { SlipReason } from '@kapao/contract/refusals'

const incorrectSlip = 'ສະລິບບໍ່ຖືກຕ້ອງ ກະລຸນາອັບໂຫຼດສະລິບແທ້ທີ່ບັນທຶກຈາກແອັບທະນາຄານ ບໍ່ແມ່ນຮູບໜ້າຈໍ'

export const slipReasons: Record<SlipReason, string> = {
  UPLOADED_FILE_NOT_EXIST: incorrectSlip,
  IMG_SIZE_UNABLE_TO_PROCESS: incorrectSlip,
  CANNOT_READ_CROPPED_IMAGE: incorrectSlip,
  DEST_ACC_INVALID: 'ບັນຊີປາຍທາງໃນສະລິບບໍ່ແມ່ນບັນຊີຂອງພວກເຮົາ ກະລຸນາຕິດຕໍ່ພວກເຮົາພ້ອມສະລິບນີ້',
  SLIP_REFNO_DUPLICATED: 'ສະລິບຊ້ຳ ເຄີຍສົ່ງສະລິບນີ້ມາແລ້ວ ແຕ່ລະສະລິບໃຊ້ໄດ້ຄັ້ງດຽວ ກະລຸນາເບິ່ງໃນປະຫວັດລາຍການ',
  UNSTABLE_REFNO_ON_SLIP: 'ອ່ານເລກອ້າງອີງໃນສະລິບບໍ່ໄດ້ ກະລຸນາອັບໂຫຼດສະລິບແທ້ຈາກແອັບທະນາຄານ',
  TRIPPLE_WRONG_CAPTCHA: 'ລະບົບກວດສະລິບໃສ່ລະຫັດຮູບຜິດສາມຄັ້ງຕິດກັນ ກະລຸນາຕິດຕໍ່ພວກເຮົາພ້ອມສະລິບນີ້',
  INVALID_SLIP: 'ອ່ານສະລິບບໍ່ໄດ້ ກະລຸນາອັບໂຫຼດສະລິບແທ້ທີ່ຊັດເຈນຈາກແອັບທະນາຄານ',
  NOT_MATCH: 'ບັນຊີທີ່ໂອນມາບໍ່ກົງກັບບັນຊີທີ່ທ່ານລົງທະບຽນໄວ້ ກະລຸນາຕິດຕໍ່ພວກເຮົາພ້ອມສະລິບນີ້',
  EXPIRED_SLIP: 'ສະລິບໝົດອາຍຸ ເພາະສົ່ງມາຫຼັງໂອນເກີນ 1 ຊົ່ວໂມງ ກະລຸນາຕິດຕໍ່ພວກເຮົາພ້ອມສະລິບນີ້',
  UNKNOW_ERROR: 'ເກີດຂໍ້ຜິດພາດທີ່ບໍ່ຮູ້ສາເຫດຂະນະກວດສະລິບ ກະລຸນາເກັບສະລິບໄວ້ ແລະ ຕິດຕໍ່ແອັດມິນໃຫ້ຊ່ວຍກວດ',
}
