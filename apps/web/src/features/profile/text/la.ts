import type { ProfileText } from './en.ts'

export const profileText: ProfileText = {
  notices: {
    title: 'ການແຈ້ງເຕືອນ',
    unread: (count) => `ການແຈ້ງເຕືອນທີ່ຍັງບໍ່ທັນອ່ານ ${count} ລາຍການ`,
    isUnread: 'ຍັງບໍ່ທັນອ່ານ',
    none: 'ຍັງບໍ່ທັນມີການແຈ້ງເຕືອນ ເລື່ອງກ່ຽວກັບເງິນ ແລະ ບັນຊີຂອງທ່ານຈະສະແດງຢູ່ນີ້',
    failed: 'ໂຫຼດການແຈ້ງເຕືອນບໍ່ສຳເລັດ',
    older: 'ການແຈ້ງເຕືອນກ່ອນໜ້າ',
    toStatement: 'ເບິ່ງປະຫວັດທຸລະກຳ',
    toContact: 'ຕິດຕໍ່ພວກເຮົາ',
    read: 'ອ່ານແລ້ວ',
  },
}
