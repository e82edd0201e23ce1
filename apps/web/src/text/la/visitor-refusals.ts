import { formatMinute } from '#core/format.ts'
import type { VisitorRefusals } from '#text/en/visitor-refusals.ts'

export const visitorRefusals = {
  // One-time codes.
  OTP_TOKEN_INVALID: 'ການຢືນຢັນນີ້ໃຊ້ບໍ່ໄດ້ແລ້ວ ກະລຸນາຂໍລະຫັດ OTP ໃໝ່',
  OTP_NOT_EXIST: 'ບໍ່ພົບການຂໍລະຫັດ OTP ນີ້ ກະລຸນາຂໍລະຫັດ OTP ໃໝ່',
  OTP_VERIFIED: 'ເບີໂທນີ້ຢືນຢັນແລ້ວ ທ່ານສາມາດເຮັດຂັ້ນຕອນຕໍ່ໄປໄດ້ເລີຍ',
  OTP_EXPIRED: 'ລະຫັດ OTP ນີ້ໝົດອາຍຸແລ້ວ ກະລຸນາຂໍລະຫັດ OTP ໃໝ່',
  OTP_CODE_INVALID: 'ລະຫັດ OTP ບໍ່ຖືກຕ້ອງ ກະລຸນາເບິ່ງໃນ SMS ແລ້ວປ້ອນໃໝ່',
  OTP_CODE_VALID: 'ຢືນຢັນເບີໂທຮຽບຮ້ອຍແລ້ວ',
  OTP_SEND_FAIL: 'ຕອນນີ້ຍັງສົ່ງ SMS ບໍ່ໄດ້ ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ແລ້ວລອງໃໝ່',
  OTP_VERIFY_FAIL: 'ຕອນນີ້ຍັງກວດລະຫັດ OTP ບໍ່ໄດ້ ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ແລ້ວລອງໃໝ່',
  PROOF_REQUIRED: 'ຍັງກວດສອບຄຳຂໍນີ້ບໍ່ສຳເລັດ ກະລຸນາລອງອີກຄັ້ງ',
  UNVERIFIED_OTP: 'ກະລຸນາຢືນຢັນເບີໂທກ່ອນ ການຢືນຢັນມີອາຍຸ 30\u00A0ນາທີ ຂໍ້ມູນທີ່ປ້ອນໄວ້ຍັງຢູ່ຄົບ',

  // Registration, bank account and password.
  EXISTING_USER: 'ເບີໂທນີ້ລົງທະບຽນແລ້ວ ກະລຸນາເຂົ້າສູ່ລະບົບ ຫຼື ຕິດຕໍ່ພວກເຮົາຖ້າຕ້ອງການຄວາມຊ່ວຍເຫຼືອ',
  EXISTING_BANK: 'ບັນຊີທະນາຄານນີ້ມີຜູ້ໃຊ້ແລ້ວ ກະລຸນາໃຊ້ບັນຊີອື່ນຂອງທ່ານ ຫຼື ຕິດຕໍ່ພວກເຮົາ',
  INVALID_USER_INFO: 'ຂໍ້ມູນບາງສ່ວນບໍ່ຖືກຕ້ອງ ກະລຸນາກວດຄືນແລ້ວລອງໃໝ່',
  INVALID_BANK: 'ຂໍ້ມູນທະນາຄານບໍ່ຖືກຕ້ອງ ກະລຸນາກວດຊື່ທະນາຄານ ແລະ ເລກບັນຊີ',
  BANK_ACCOUNT_NAME_ENG: 'ຊື່ບັນຊີທະນາຄານຕ້ອງເປັນພາສາອັງກິດເທົ່ານັ້ນ',
  BANK_ACCOUNT_NAME_INITIAL: 'ກະລຸນາພິມຊື່ ແລະ ນາມສະກຸນເຕັມ ບໍ່ສາມາດໃຊ້ຕົວຫຍໍ້ໄດ້',
  REGISTER_FAIL: 'ສະໝັກບໍ່ສຳເລັດ ຍັງບໍ່ທັນໄດ້ສ້າງບັນຊີ ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ແລ້ວລອງໃໝ່',
  GAME_ACTIVATION_FAIL: 'ຕອນນີ້ຍັງເປີດບັນຊີເກມບໍ່ໄດ້ ເງິນຂອງທ່ານຍັງບໍ່ທັນຖືກຍ້າຍ ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ແລ້ວລອງໃໝ່',
  WRONG_PASSWORD: 'ລະຫັດຜ່ານປັດຈຸບັນບໍ່ຖືກຕ້ອງ ກະລຸນາກວດຄືນແລ້ວລອງໃໝ່',
  PHONE_NUMBER_REQUIRE_10_DIGIT: 'ເບີໂທຕ້ອງມີ 10\u00A0ຕົວເລກ',

  // Calls that the login does not make.
  NO_USER: 'ບໍ່ພົບສະມາຊິກນີ້ ກະລຸນາກວດຂໍ້ມູນ ຫຼື ຕິດຕໍ່ພວກເຮົາ',
  OK: 'ຮຽບຮ້ອຍແລ້ວ',
  SUCCESS: 'ທຸລະກຳສຳເລັດແລ້ວ',
  REQUEST_TOO_LARGE: 'ໄຟລ໌ໃຫຍ່ເກີນໄປ ກະລຸນາເລືອກໄຟລ໌ທີ່ນ້ອຍລົງ',
  NO_DATA: 'ບໍ່ພົບລາຍການນີ້ແລ້ວ ກະລຸນາເປີດໜ້ານີ້ໃໝ່',
  KEY_MISSING: 'ຂໍ້ມູນຍັງບໍ່ທັນຄົບ ກະລຸນາປ້ອນໃຫ້ຄົບແລ້ວລອງໃໝ່',

  // Limits.
  DAY_LIMIT: (againAtMs) =>
    `ໃຊ້ຄົບຈຳນວນສູງສຸດໃນ 24\u00A0ຊົ່ວໂມງແລ້ວ ${againAtMs === null ? 'ກະລຸນາລອງໃໝ່ພາຍຫຼັງ' : `ໃຊ້ຕໍ່ໄດ້ຕັ້ງແຕ່ ${formatMinute(againAtMs)}\u00A0ໂມງ`}`,
} satisfies VisitorRefusals
