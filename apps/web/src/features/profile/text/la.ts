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
  devices: {
    title: 'ອຸປະກອນ',
    isThis: 'ອຸປະກອນນີ້',
    unknown: 'ບຣາວເຊີທີ່ບໍ່ຮູ້ຈັກ',
    startedAt: 'ເຂົ້າສູ່ລະບົບເມື່ອ',
    lastUsedAt: 'ໃຊ້ຄັ້ງຫຼ້າສຸດ',
    network: 'ເຄືອຂ່າຍ',
    sameNetwork: (network) => `${network} ເຄືອຂ່າຍດຽວກັບເຄື່ອງນີ້`,
    end: 'ອອກຈາກລະບົບຢູ່ເຄື່ອງນັ້ນ',
    endOthers: 'ອອກຈາກລະບົບຢູ່ອຸປະກອນອື່ນທັງໝົດ',
    onlyThis: 'ທ່ານບໍ່ໄດ້ເຂົ້າສູ່ລະບົບໄວ້ຢູ່ອຸປະກອນອື່ນ',
    failed: 'ໂຫຼດລາຍການອຸປະກອນບໍ່ສຳເລັດ',
    lastSignIn: (at, where) => `ເຂົ້າສູ່ລະບົບຄັ້ງກ່ອນ: ${at} · ${where}`,
  },
}
