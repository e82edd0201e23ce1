import type { GameAccountText } from './en.ts'

export const gameAccountText: GameAccountText = {
  notOpened: (game) => `ຂະນະນີ້ ${game} ບໍ່ຕອບສະໜອງ ຍັງບໍ່ມີການເປີດບັນຊີ ກະລຸນາລອງໃໝ່ພາຍຫຼັງ ຫຼື ເລືອກເກມອື່ນ`,
}
