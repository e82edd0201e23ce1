import type { PublicText } from '#text/en/public.ts'
import { publicRefusals } from './public-refusals.ts'

export const publicText: PublicText = {
  language: {
    label: 'ພາສາ',
    failed: 'ໂຫຼດພາສານີ້ບໍ່ສຳເລັດ ກະລຸນາກວດອິນເຕີເນັດແລ້ວລອງໃໝ່ອີກຄັ້ງ',
  },
  action: { close: 'ປິດ', again: 'ລອງໃໝ່', show: 'ສະແດງລະຫັດຜ່ານ', hide: 'ເຊື່ອງລະຫັດຜ່ານ' },
  menu: {
    label: 'ເມນູຫຼັກ',
    home: 'ໜ້າທຳອິດ',
    register: 'ສະໝັກ',
    howto: 'ວິທີໃຊ້',
    contact: 'ຕິດຕໍ່',
  },
  login: {
    title: 'ເຂົ້າສູ່ລະບົບ',
    phone: 'ເບີໂທລະສັບ',
    password: 'ລະຫັດຜ່ານ',
    remember: 'ຈື່ການເຂົ້າສູ່ລະບົບໄວ້',
    submit: 'ເຂົ້າສູ່ລະບົບ',
    forgotten: 'ລືມລະຫັດຜ່ານ?',
    newHere: 'ຍັງບໍ່ທັນເປັນສະມາຊິກ?',
    register: 'ສະໝັກສະມາຊິກ',
  },
  offline: 'ບໍ່ມີອິນເຕີເນັດ ຍອດທີ່ເຫັນອາດບໍ່ແມ່ນຍອດຫຼ້າສຸດ',
  terminated: { sentence: 'ບໍລິການນີ້ໄດ້ຢຸດໃຫ້ບໍລິການແລ້ວ' },
  error: {
    generic: 'ດຳເນີນການບໍ່ສຳເລັດ',
    part: 'ຕອນນີ້ຍັງສະແດງສ່ວນນີ້ບໍ່ໄດ້',
  },
  refusals: publicRefusals,
}
