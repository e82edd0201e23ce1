import { lostSessionTexts } from '#core/calls/lost-session.ts'
import type { PublicRefusals } from '#text/en/public-refusals.ts'

const invalidUser = 'ບັນຊີຜູ້ໃຊ້ນີ້ບໍ່ຖືກຕ້ອງ ກະລຸນາເຂົ້າສູ່ລະບົບອີກຄັ້ງ ຫຼື ຕິດຕໍ່ພວກເຮົາຖ້າຍັງພົບບັນຫາ'

export const publicRefusals = {
  // Session and address.
  UNAUTHORIZED: 'ກະລຸນາເຂົ້າສູ່ລະບົບເພື່ອສືບຕໍ່',
  EXPIRED_AUTH_TOKEN: lostSessionTexts.la,
  INVALID_USER_1: invalidUser,
  INVALID_USER_2: invalidUser,
  INVALID_USER_3: invalidUser,
  INVALID_USER_4: invalidUser,
  INVALID_IP: 'ໃຊ້ບໍລິການຈາກເຄືອຂ່າຍນີ້ບໍ່ໄດ້ ກະລຸນາຕິດຕໍ່ພວກເຮົາ',

  // Limits.
  REQUEST_LIMIT: 'ສົ່ງຄຳຂໍຖີ່ເກີນໄປ ກະລຸນາລໍຖ້າແລ້ວລອງໃໝ່ ບາງຄັ້ງອາດຕ້ອງລໍຖ້າໜຶ່ງຊົ່ວໂມງ ຫຼື ດົນກວ່ານັ້ນ',

  // Login.
  WRONG_CREDENTIAL: 'ເບີໂທ ຫຼື ລະຫັດຜ່ານບໍ່ຖືກຕ້ອງ ກະລຸນາກວດຄືນແລ້ວລອງໃໝ່',
  INACTIVE_USER: 'ບັນຊີນີ້ຖືກລະງັບການນຳໃຊ້ ກະລຸນາຕິດຕໍ່ພວກເຮົາ ພວກເຮົາຍິນດີຊ່ວຍເຫຼືອ',
  LOGIN_FAIL: 'ຕອນນີ້ຍັງເຂົ້າສູ່ລະບົບບໍ່ໄດ້ ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ແລ້ວລອງໃໝ່',
  RECOVERY: 'ພວກເຮົາກຳລັງກວດຍອດເງິນຫຼັງລະບົບຂັດຂ້ອງ ເງິນຂອງທ່ານປອດໄພ ລະຫວ່າງນີ້ຍັງຝາກ ຍ້າຍ ແລະ ຖອນບໍ່ໄດ້',

  // Any call.
  INTERNAL_SERVER_ERROR: 'ລະບົບຂັດຂ້ອງ ຖ້າທ່ານກຳລັງຝາກ ຖອນ ຫຼື ຍ້າຍເງິນ ກະລຸນາເບິ່ງປະຫວັດທຸລະກຳກ່ອນລອງໃໝ່',
  KEY_INVALID: 'ຂໍ້ມູນບາງຢ່າງບໍ່ຖືກຕ້ອງ ກະລຸນາກວດຄືນແລ້ວລອງໃໝ່',
  SERVICE_BUSY: 'ຕອນນີ້ມີຜູ້ໃຊ້ຫຼາຍ ຈຶ່ງຍັງບໍ່ທັນໄດ້ດຳເນີນທຸລະກຳຂອງທ່ານ ກະລຸນາລໍຖ້າຈັກໜ້ອຍ ແລ້ວລອງໃໝ່',
} satisfies PublicRefusals
