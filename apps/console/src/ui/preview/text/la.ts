import type { PreviewText } from './en.ts'

export const preview: PreviewText = {
  title: 'ໜ້າຈໍທີ່ສະມາຊິກເຫັນ',
  screen: 'ໜ້າຈໍ',
  screens: {
    login: 'ເຂົ້າສູ່ລະບົບ',
    contact: 'ຕິດຕໍ່ພວກເຮົາ',
    howto: 'ວິທີໃຊ້ກະເປົາ',
    agreement: 'ຂໍ້ຕົກລົງການນຳໃຊ້',
    conditions: 'ເງື່ອນໄຂ',
    bonus: 'ໂບນັດ',
    promotion: 'ລະຫັດໂປຣໂມຊັນ',
    wheel: 'ວົງລໍ້ນຳໂຊກ',
    invite: 'ຊວນໝູ່',
    refund: 'ເງິນຄືນ',
    deposit: 'ຝາກເງິນ',
    chat: 'ແຊັດ',
  },
  frame: (screen, language) => `${screen} ພາສາ${language}`,
  drawing: 'ກຳລັງໂຫຼດໜ້າຈໍ…',
  none: 'ຕອນນີ້ບໍ່ມີພາບຕົວຢ່າງ ແຕ່ບໍ່ມີຜົນຕໍ່ການບັນທຶກ',
  wrong: 'ສະແດງຕາມຄ່າກ່ອນທີ່ຈະພິມຜິດ',
  notYet: 'ຈະສະແດງໜ້າຈໍເມື່ອປ້ອນຄົບຖ້ວນ ແລະ ຖືກຕ້ອງ',
  cut: 'ໂທລະສັບກວ້າງ 360 ພິກເຊວ ສະແດງຂໍ້ຄວາມນີ້ບໍ່ຄົບ:',
}
