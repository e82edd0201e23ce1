/** The words of the guide and of the doors. This file imports nothing. */

/** The two products of the company that sends SMS: one-time codes, and plain messages. */
export const smsProducts = ['code', 'text'] as const
export type SmsProduct = (typeof smsProducts)[number]
/** `unknown`: it may have been sent, and nobody can find out. */
export const smsOutcomes = ['sent', 'refused', 'unknown'] as const
/** Each is billed; of the house in 24 hours. */
export const testSmsDayMax = 10

export const doorKinds = [
  'gateway',
  'payouts',
  'games',
  'sms',
  'slips',
  'statement',
  'bankReport',
  'giftLink',
] as const
export type DoorKind = (typeof doorKinds)[number]

/** What a new house is led through, in its order. */
export const houseCheckNames = [
  'people',
  'brand',
  'accounts',
  'payouts',
  'games',
  'limits',
  'texts',
  'rewards',
  'sms',
  'slips',
  'money',
  'books',
  'alarms',
  'machine',
] as const
export type HouseCheckName = (typeof houseCheckNames)[number]

/** `must`: no house should open so. `should`: the word of an owner is enough. */
export const checkGrades = ['fine', 'should', 'must'] as const
export type CheckGrade = (typeof checkGrades)[number]

export const factWords = [
  'confirmers',
  'notApart',
  'fewKeys',
  'brandSet',
  'brandUsual',
  'accountsOf',
  'noAccounts',
  'accountsWithoutKey',
  'channelWithKey',
  'channelWithoutKey',
  'gamesOpen',
  'gamesWithoutKey',
  'noGames',
  'limit',
  'textWhole',
  'textMissing',
  'rewardsOn',
  'noRewards',
  'rewardsCost',
  'rewardsWithoutEnd',
  'wheelCost',
  'wheelWithoutEnd',
  'smsReceived',
  'smsNever',
  'noKey',
  'slipRead',
  'slipNever',
  'depositSeen',
  'depositNever',
  'payoutSeen',
  'payoutNever',
  'backup',
  'backupFailed',
  'backupUnknown',
  'headsOutside',
  'headsInside',
  'nightWhole',
  'nightFindings',
  'nightNever',
  'alarms',
  'finding',
  'machineFine',
] as const
export type FactWord = (typeof factWords)[number]

/** What the doctor looks at, at a machine and its settings. */
export const findingCodes = [
  'settings',
  'mode',
  'database',
  'role',
  'durability',
  'functions',
  'databaseFigures',
  'patroni',
  'clock',
  'connections',
  'uploads',
  'bucket',
  'databaseTls',
  'readDatabaseTls',
  'serverTls',
  'walletOrigin',
  'consoleOrigin',
  'consoleTls',
  'gameKey',
  'fileLinkKey',
  'redis',
  'metrics',
  'seals',
  'payoutAccounts',
  'gatewayAccounts',
  'bankReports',
  'bankStatement',
  'slipService',
  'giftLinkKey',
  'smsKey',
] as const
export type FindingCode = (typeof findingCodes)[number]
