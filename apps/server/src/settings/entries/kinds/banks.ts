import type { Bank } from './lists.ts'

const bank = (code: string, [nameTH, nameLA, nameEN]: [string, string, string]): Bank => ({
  code,
  nameTH,
  nameLA,
  nameEN,
})

/** The banks of Thailand and Laos that members use, under the product's codes. */
export const banks: Bank[] = [
  bank('KBANK', ['ธนาคารกสิกรไทย', 'ທະນາຄານກະສິກອນໄທ', 'Kasikornbank']),
  bank('SCB', ['ธนาคารไทยพาณิชย์', 'ທະນາຄານໄທພານິດ', 'Siam Commercial Bank']),
  bank('BBL', ['ธนาคารกรุงเทพ', 'ທະນາຄານກຸງເທບ', 'Bangkok Bank']),
  bank('KTB', ['ธนาคารกรุงไทย', 'ທະນາຄານກຸງໄທ', 'Krungthai Bank']),
  bank('BAY', ['ธนาคารกรุงศรีอยุธยา', 'ທະນາຄານກຸງສີອະຍຸດທະຍາ', 'Bank of Ayudhya (Krungsri)']),
  bank('TMB', ['ธนาคารทหารไทยธนชาต', 'ທະນາຄານທະຫານໄທທະນະຊາດ', 'TMBThanachart Bank (ttb)']),
  bank('GSB', ['ธนาคารออมสิน', 'ທະນາຄານອອມສິນ', 'Government Savings Bank']),
  bank('BAAC', ['ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร', 'ທະນາຄານເພື່ອການກະເສດ ແລະ ສະຫະກອນ', 'BAAC']),
  bank('BCEL', ['ธนาคารการค้าต่างประเทศลาว', 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ', 'BCEL']),
  bank('LDB', ['ธนาคารพัฒนาลาว', 'ທະນາຄານພັດທະນາລາວ', 'Lao Development Bank']),
  bank('JDB', ['ธนาคารร่วมพัฒนา', 'ທະນາຄານຮ່ວມພັດທະນາ', 'Joint Development Bank']),
]
