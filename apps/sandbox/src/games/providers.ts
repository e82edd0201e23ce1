export type FamilyName = 'pg' | 'betflix' | 'amb' | 'joker'
export type PlayKind = 'slot' | 'ball' | 'numbers'

export type ProviderFacts = {
  /** As in the path of its launch address. */
  code: string
  title: string
  family: FamilyName
  plays: PlayKind
}

/** docs/outside/games.md says which provider uses which family. */
export const providerFacts: readonly ProviderFacts[] = [
  { code: 'pg', title: 'PG', family: 'pg', plays: 'slot' },
  { code: 'betflix', title: 'Betflix', family: 'betflix', plays: 'slot' },
  { code: 'askmebet', title: 'AskMeBet', family: 'amb', plays: 'slot' },
  { code: 'imi', title: 'IMI', family: 'betflix', plays: 'slot' },
  { code: 'usun', title: 'Usun', family: 'amb', plays: 'slot' },
  { code: 'areaslot', title: 'AreaSlot', family: 'betflix', plays: 'slot' },
  { code: 'circus', title: 'Circus', family: 'joker', plays: 'slot' },
  { code: 'slotracha', title: 'Slotracha', family: 'pg', plays: 'slot' },
  { code: 'pgslot', title: 'PG Slot', family: 'pg', plays: 'slot' },
  { code: 'joker2', title: 'Joker', family: 'joker', plays: 'slot' },
  { code: 'huayhd', title: 'HuayHD', family: 'amb', plays: 'numbers' },
  { code: 'sport', title: 'Sport', family: 'amb', plays: 'ball' },
  { code: 'sportlao', title: 'Sport (Laos)', family: 'amb', plays: 'ball' },
]
