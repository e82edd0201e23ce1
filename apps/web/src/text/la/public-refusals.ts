import { lostSessionTexts } from '#core/calls/lost-session.ts'
import type { PublicRefusals } from '#text/shape.ts'

const invalidUser = 'ບັນຊີຜູ້ໃຊ້ນີ້ບໍ່ຖືກຕ້ອງ ກະລຸນາເຂົ້າສູ່ລະບົບອີກຄັ້ງ ຫຼື ຕິດຕໍ່ພວກເຮົາຖ້າຍັງພົບບັນຫາ'

export const publicRefusals = {
  // Session and address.
  UNAUTHORIZED: 'ກະລຸນາເຂົ້າສູ່ລະບົບເພື່ອໃຊ້ງານຕໍ່',
  EXPIRED_AUTH_TOKEN: lostSessionTexts.la,
  INVALID_USER_1: invalidUser,
  INVALID_USER_2: invalidUser,
  INVALID_USER_3: invalidUser,
  INVALID_USER_4: invalidUser,
  INVALID_IP: 'ໃຊ້ບໍລິການຈາກເຄືອຂ່າຍນີ້ບໍ່ໄດ້ ກະລຸນາຕິດຕໍ່ພວກເຮົາ',

  // Too often.
  OTP_BLOCK: 'ລອງຫຼາຍຄັ້ງເກີນໄປ ພວກເຮົາຈຶ່ງພັກໄວ້ກ່ອນເພື່ອຄວາມປອດໄພ ກະລຸນາລໍຖ້າປະມານ 15 ນາທີ',
  REQUEST_LIMIT: 'ເຮັດລາຍການຖີ່ເກີນໄປ ກະລຸນາລໍຖ້າແລ້ວລອງໃໝ່ ບາງຄັ້ງອາດຕ້ອງລໍຖ້າໜຶ່ງຊົ່ວໂມງ ຫຼື ດົນກວ່ານັ້ນ',
  REQUEST_LIMIT_1MIN: 'ກະລຸນາລໍຖ້າປະມານ 1 ນາທີ ແລ້ວລອງໃໝ່',

  // Login.
  NO_USER: 'ບໍ່ພົບສະມາຊິກນີ້ ກະລຸນາກວດຂໍ້ມູນ ຫຼື ຕິດຕໍ່ພວກເຮົາ',
  WRONG_CREDENTIAL: 'ເບີໂທ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ ກະລຸນາກວດຄືນແລ້ວລອງໃໝ່',
  INACTIVE_USER: 'ບັນຊີນີ້ຖືກປິດການໃຊ້ງານຢູ່ ກະລຸນາຕິດຕໍ່ພວກເຮົາ ພວກເຮົາຍິນດີຊ່ວຍເຫຼືອ',
  LOGIN_FAIL: 'ຍັງເຂົ້າສູ່ລະບົບບໍ່ໄດ້ໃນຕອນນີ້ ກະລຸນາລອງໃໝ່ອີກຈັກໜ້ອຍ',

  // Any call.
  INTERNAL_SERVER_ERROR: 'ລະບົບຂອງພວກເຮົາຂັດຂ້ອງ ຖ້າກຳລັງເຮັດລາຍການເງິນ ກະລຸນາເບິ່ງປະຫວັດລາຍການກ່ອນລອງໃໝ່',
  OK: 'ຮຽບຮ້ອຍແລ້ວ',
  SUCCESS: 'ເຮັດລາຍການສຳເລັດແລ້ວ',
  KEY_MISSING: 'ຂໍ້ມູນຍັງບໍ່ຄົບ ກະລຸນາປ້ອນໃຫ້ຄົບແລ້ວລອງໃໝ່',
  KEY_INVALID: 'ຂໍ້ມູນບາງຢ່າງຍັງໃຊ້ບໍ່ໄດ້ ກະລຸນາກວດຄືນແລ້ວລອງໃໝ່',
  NO_DATA: 'ຍັງບໍ່ມີຂໍ້ມູນໃຫ້ສະແດງ',
  REQUEST_TIMEOUT: 'ການເຊື່ອມຕໍ່ໃຊ້ເວລາດົນເກີນໄປ ຖ້າກຳລັງເຮັດລາຍການເງິນ ກະລຸນາເບິ່ງປະຫວັດລາຍການກ່ອນລອງໃໝ່',
  REQUEST_TOO_LARGE: 'ຂໍ້ມູນໃຫຍ່ເກີນໄປ ກະລຸນາເລືອກໄຟລ໌ທີ່ນ້ອຍລົງ',
  SERVICE_BUSY: 'ຕອນນີ້ມີຜູ້ໃຊ້ຫຼາຍ ຈຶ່ງຍັງບໍ່ໄດ້ເຮັດລາຍການ ກະລຸນາລອງໃໝ່ອີກຈັກໜ້ອຍ',
} satisfies PublicRefusals
