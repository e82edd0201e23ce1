import type { HoldReason } from '#outside/arrival.ts'

type Language = 'th' | 'la' | 'en'

const bonusTexts: Record<Language, string> = {
  th: 'เงินเข้าแล้ว รอจนกว่าโบนัสของคุณจะสิ้นสุด',
  la: 'ເງິນເຂົ້າແລ້ວ ລໍຖ້າຈົນກວ່າໂບນັດຂອງທ່ານຈະສິ້ນສຸດ',
  en: 'Received; waiting for your bonus to end',
}

/** What the member's own statement says of money that is here and waits for something that the member can change. */
export function waitingFor(why: HoldReason | null, language: Language): object | null {
  return why === 'bonus' ? { bonus: { description: bonusTexts[language] } } : null
}
