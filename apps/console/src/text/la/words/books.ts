import type { WordsText } from '#text/en/words/words.ts'

export const accounts: WordsText['accounts'] = {
  wallet: 'ກະເປົາ',
  coin: 'ຫຼຽນ',
  game: 'ເກມ',
  transfer: 'ລະຫວ່າງຍ້າຍເງິນ',
  withdrawal: 'ແຍກໄວ້ເພື່ອຖອນ',
  forfeit: 'ສ່ວນທີ່ສະລະເມື່ອຈົບໂບນັດ',
  bank: 'ບັນຊີທະນາຄານຂອງພວກເຮົາ',
  gateway: 'ຊ່ອງທາງຮັບຊຳລະ',
  giftlink: 'ກະເປົາຮັບລິ້ງຊອງ',
  payout: 'ຊ່ອງທາງໂອນອອກ',
  provider: 'ຜູ້ໃຫ້ບໍລິການເກມ',
  suspense: 'ເງິນພັກ',
  bonus: 'ໂບນັດ',
  promotion: 'ໂປຣໂມຊັນ',
  invite: 'ລາງວັນຊວນໝູ່',
  refund: 'ເງິນຄືນ',
  prize: 'ລາງວັນວົງລໍ້',
  opening: 'ຍອດຍົກມາ',
}

export const movements: WordsText['movements'] = {
  opening: 'ຍອດຍົກມາ',
  deposit: 'ຝາກເງິນ',
  suspense: 'ພັກເງິນໄວ້',
  suspense_release: 'ປ່ອຍເງິນທີ່ພັກໄວ້',
  transfer_hold: 'ເລີ່ມຍ້າຍເງິນ',
  transfer_settle: 'ຍ້າຍເງິນສຳເລັດ',
  transfer_return: 'ຄືນເງິນທີ່ຍ້າຍ',
  withdrawal_hold: 'ແຍກເງິນເພື່ອຖອນ',
  withdrawal_paid: 'ໂອນເງິນຖອນອອກ',
  withdrawal_return: 'ຄືນເງິນຖອນ',
  play_result: 'ຜົນການຫຼິ້ນ',
  bonus: 'ໂບນັດ',
  promotion: 'ໂປຣໂມຊັນ',
  invite: 'ລາງວັນຊວນໝູ່',
  refund: 'ເງິນຄືນ',
  prize: 'ລາງວັນວົງລໍ້',
  forfeit: 'ສະລະເມື່ອຈົບໂບນັດ',
  coin_grant: 'ໄດ້ຮັບຫຼຽນ',
  coin_spend: 'ໃຊ້ຫຼຽນ',
  correction: 'ແກ້ໄຂຍອດ',
}

export const withdrawals: WordsText['withdrawals'] = {
  ACCOUNT_CLOSED: 'ບັນຊີທະນາຄານປິດ ຫຼື ຮັບເງິນບໍ່ໄດ້',
  ACCOUNT_NAME: 'ຊື່ບັນຊີບໍ່ແມ່ນຂອງສະມາຊິກ',
  IDENTITY_CHECK: 'ຕ້ອງຢືນຢັນຕົວຕົນກ່ອນ',
  BONUS_TERMS: 'ຍັງບໍ່ທັນຄົບເງື່ອນໄຂໂບນັດ',
  SERVICE_TERMS: 'ບໍ່ເປັນໄປຕາມຂໍ້ຕົກລົງການນຳໃຊ້',
  BANK_REFUSED: 'ທະນາຄານບໍ່ຮັບລາຍການ',
  GAMES_SHORT: 'ເງິນທີ່ໄດ້ຄືນຈາກເກມບໍ່ພໍ',
  ACCOUNT_CHANGED: 'ຫາກໍ່ປ່ຽນບັນຊີທະນາຄານ',
  UNDER_REVIEW: 'ກຳລັງກວດສອບ',
  ASKING_BANK: 'ກຳລັງສອບຖາມທະນາຄານ',
}

export const slips: WordsText['slips'] = {
  UPLOADED_FILE_NOT_EXIST: 'ບໍ່ພົບຮູບສະລິບ',
  IMG_SIZE_UNABLE_TO_PROCESS: 'ຮູບໃຫຍ່ ຫຼື ນ້ອຍເກີນໄປ',
  CANNOT_READ_CROPPED_IMAGE: 'ອ່ານ QR ໃນຮູບບໍ່ໄດ້',
  DEST_ACC_INVALID: 'ໂອນເຂົ້າບັນຊີທີ່ບໍ່ແມ່ນຂອງພວກເຮົາ ຫຼື ຄົນລະສະກຸນເງິນກັບສະມາຊິກ',
  SLIP_REFNO_DUPLICATED: 'ເຄີຍສົ່ງສະລິບຂອງລາຍການນີ້ແລ້ວ',
  UNSTABLE_REFNO_ON_SLIP: 'ອ່ານເລກອ້າງອີງໃນສະລິບບໍ່ໄດ້',
  TRIPPLE_WRONG_CAPTCHA: 'ໃສ່ແຄັບຊາຜິດສາມຄັ້ງຕິດຕໍ່ກັນ',
  INVALID_SLIP: 'ອ່ານສະລິບບໍ່ໄດ້ (ບໍ່ພົບລາຍການໂອນ)',
  NOT_MATCH: 'ບໍ່ໄດ້ໂອນຈາກບັນຊີຂອງສະມາຊິກ',
  EXPIRED_SLIP: 'ສົ່ງສະລິບຫຼັງໂອນດົນເກີນກຳນົດ',
  UNKNOW_ERROR: 'ເກີດຂໍ້ຜິດພາດທີ່ບໍ່ຮູ້ສາເຫດ',
}

export const languages: WordsText['languages'] = {
  th: 'ໄທ',
  la: 'ລາວ',
  en: 'ອັງກິດ',
}

export const actors: WordsText['actors'] = {
  operator: 'ພະນັກງານ',
  member: 'ສະມາຊິກ',
  system: 'ລະບົບ',
}

export const ends: WordsText['ends'] = {
  logout: 'ໂດຍສະມາຊິກ',
  password: 'ປ່ຽນລະຫັດຜ່ານ',
  deactivated: 'ຖືກລະງັບການນຳໃຊ້',
  operator: 'ໂດຍພະນັກງານ',
  newer: 'ມີການເຂົ້າສູ່ລະບົບໃໝ່ເກີນຈຳນວນ',
}
