/** What settings are called, and who may change them. This file imports nothing but types. */
import type { Right } from './roles.ts'

/**
 * Names without the currency, language, variant, kind or gateway that some end with, by the group that they are shown
 * in. The group decides who may change them.
 */
export const wordsOfGroup = {
  brand: ['brand.name', 'brand.website', 'brand.color', 'brand.icon'],
  content: [
    'conditions',
    'agreements',
    'notice',
    'contact.text',
    'contact.line.link',
    'contact.line.name',
    'contact.line.qr',
    'howto.video.wallet',
    'howto.video.enter',
    'howto.video.balance',
    'howto.video.bonus',
    'howto.video.finish',
    'chat.menu',
    'chat.canned',
    'invite.banners',
    'refund.info',
    'refund.banners',
  ],
  rewards: [
    'bonus.factor',
    'bonus.endAmount',
    'bonus.endEmptyAfter',
    'spin.coinPer',
    'spin.couponDays',
    'spin.prizeTurnover',
    'invite.active',
    'invite.rate',
    'invite.period',
    'invite.inviteeMax',
    'invite.success',
    'invite.fail',
    'invite.turnover',
    'refund.active',
    'refund.period',
    'refund.rate',
    'refund.min',
    'refund.max',
    'refund.success',
    'refund.fail',
    'refund.turnover',
  ],
  deposits: [
    'deposit.minimum',
    'deposit.manual',
    'deposit.ownSatang',
    'slip.closeFrom',
    'slip.closeTo',
    'slip.limitMinutes',
    'slip.dayMax',
    'slip.dayMb',
    'slip.keepDays',
    'qr.minimum',
    'qr.unconfirmedMax',
    'qr.minutes',
    'bankfeed.unconfirmedMax',
    'bankfeed.blindDayMax',
    'transfer.dayMax',
  ],
  withdrawals: [
    'withdraw.min',
    'withdraw.max',
    'withdraw.autoMax',
    'withdraw.autoDayMax',
    'withdraw.twoFrom',
    'withdraw.waitOpposite',
    'withdraw.waitLinked',
    'credit.aloneDayMax',
    'rewards.aloneDayMax',
  ],
  accounts: ['deposit.accounts', 'deposit.wallets', 'withdraw.channel'],
  games: ['games.providers', 'games.iframe', 'sport.address'],
  registration: [
    'registration.otp',
    'registration.banks',
    'registration.sources',
    'recommendedBanks',
    'sms.dayMax',
    'sms.minuteMax',
    'sms.keptPercent',
    'sms.networkHourMax',
    'sms.rangeHourMax',
    'sms.puzzleTries',
    'sms.alarmPercent',
  ],
  chat: [
    'chat.widget',
    'chat.address',
    'chat.fileDayMax',
    'chat.guestOpenMax',
    'chat.guestDayMb',
    'chat.memberDayMb',
    'chat.networkDayMb',
    'chat.keepDays',
    'chat.guestKeepDays',
    'chat.fileKeepDays',
  ],
  service: [
    'service.active',
    'service.blocked',
    'client.header.required',
    'notices.untoldMinutes',
    'notices.keepDays',
  ],
  console: ['console.addresses', 'console.passwords', 'console.promisedMinutes'],
} as const satisfies Record<string, readonly string[]>

export const settingGroups = Object.keys(wordsOfGroup) as SettingGroup[]
export type SettingGroup = keyof typeof wordsOfGroup
export type SettingWord = (typeof wordsOfGroup)[SettingGroup][number]
export const settingWords: readonly SettingWord[] = Object.values(wordsOfGroup).flat()

/** The word of a setting, and what stands behind it, such as its currency; null for one that nobody knows. */
export function partsOfName(name: string): { word: SettingWord; of: string | null } | null {
  const isWord = (text: string): text is SettingWord =>
    (settingWords as readonly string[]).includes(text)
  if (isWord(name)) return { word: name, of: null }
  const end = name.lastIndexOf('.')
  const word = name.slice(0, Math.max(0, end))
  return isWord(word) ? { word, of: name.slice(end + 1) } : null
}

export function groupOf(word: SettingWord): SettingGroup {
  return settingGroups.find((group) => (wordsOfGroup[group] as readonly string[]).includes(word))!
}

/** What it takes to change any setting of a group; a change of money or doors that only tightens takes less. */
export function rightOf(group: SettingGroup): Right {
  if (group === 'content') return 'content.change'
  return group === 'rewards' ? 'rewards.change' : 'settings.change'
}

/** Where somebody who may only tighten may do that. */
const tightenedGroups: readonly SettingGroup[] = [
  'deposits',
  'withdrawals',
  'accounts',
  'games',
  'chat',
  'service',
]

export function canBeTightened(group: SettingGroup): boolean {
  return tightenedGroups.includes(group)
}

/**
 * What becomes of settings that are planned: they wait, are in force until their end, and have put back what they
 * replaced; somebody has changed that meanwhile; or they were refused when they were to begin or end, or ended before
 * they began.
 */
export const planStates = ['waits', 'begun', 'ended', 'overtaken', 'refused', 'dropped'] as const
export type PlanState = (typeof planStates)[number]
