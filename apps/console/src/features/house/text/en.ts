import type {
  DoorKind,
  FactWord,
  FindingCode,
  HouseCheckName,
} from '@kapao/contract/console/house-words'
import { findings } from './en-findings.ts'

/** What a check has found, in the words of the page. */
export type FactDetails = {
  /** All of them, with commas. */
  names: string
  first: string
  second: string
  count: number
  sums: string
}

/** `go` leads to the screen that mends it; machines are mended elsewhere. */
type CheckText = { name: string; why: string; go: string | null }

const checks: Record<HouseCheckName, CheckText> = {
  people: {
    name: 'Two people who may confirm',
    why: 'Whatever weakens protection waits for a second person. Each has two passkeys, so that a lost device locks nobody out.',
    go: 'Operators',
  },
  brand: {
    name: 'Your brand',
    why: 'Members see its name, colour and icon on every screen.',
    go: 'Change the brand',
  },
  accounts: {
    name: 'Accounts to pay into',
    why: 'Members transfer to these accounts or pay by their QR codes.',
    go: 'Our accounts',
  },
  payouts: {
    name: 'Payouts',
    why: 'Withdrawals are paid through this channel; without it a person transfers each one.',
    go: 'Connections',
  },
  games: {
    name: 'Games',
    why: 'Members play with providers at which you have an account.',
    go: 'Providers',
  },
  limits: {
    name: 'Limits',
    why: 'How much leaves without a person, and how much on one person’s word. Read them, and say that they are yours.',
    go: 'Withdrawals and approvals',
  },
  texts: {
    name: 'Texts in three languages',
    why: 'Terms of use, conditions and how to contact you, for every member in their language.',
    go: 'Write them',
  },
  rewards: {
    name: 'Rewards and what they cost at most',
    why: 'What members can still take of bonuses, codes and the wheel.',
    go: 'Rewards',
  },
  sms: {
    name: 'A test SMS',
    why: 'Register as a member with your own phone: nothing else shows that codes arrive.',
    go: 'Connections',
  },
  slips: {
    name: 'Slips',
    why: 'Send the slip of a transfer of your own: the service must know it.',
    go: 'Connections',
  },
  money: {
    name: 'One deposit and one payout',
    why: 'Pay in as a member, and withdraw it again, before strangers do.',
    go: 'Work',
  },
  books: {
    name: 'The books are kept',
    why: 'A backup, the hourly proof outside the database, and the check of last night. Whoever runs your machines sets these up.',
    go: null,
  },
  alarms: {
    name: 'Alarms wake somebody',
    why: 'Let one alarm ring on purpose, and see that a person is woken at night.',
    go: null,
  },
  machine: {
    name: 'The machines',
    why: 'What this console’s machine finds about itself and the database. Whoever runs your machines mends it.',
    go: null,
  },
}

const facts: Record<FactWord, (said: FactDetails) => string> = {
  confirmers: ({ count, names }) =>
    count === 0 ? 'Nobody may confirm yet.' : `May confirm: ${names}.`,
  fewKeys: ({ names }) => `Fewer than two passkeys: ${names}.`,
  brandSet: () => 'Name, website, colour and icon are yours.',
  brandUsual: ({ first }) => `${first}: still as delivered.`,
  accountsOf: ({ count, names }) => `${count} accounts and wallets: ${names}.`,
  noAccounts: () => 'There is no account to pay into.',
  accountsWithoutKey: ({ names }) => `No key here for these gateways: ${names}.`,
  channelWithKey: ({ first, second }) => `${second}: ${first} has a key here.`,
  channelWithoutKey: ({ first, second }) => `${second}: ${first} has no key here.`,
  gamesOpen: ({ count, names }) => `${count} providers: ${names}.`,
  gamesWithoutKey: ({ names }) => `Shown to members without an account of yours: ${names}.`,
  noGames: () => 'There is no provider with an account of yours.',
  limit: ({ first, sums }) => `${first}: ${sums}`,
  textWhole: ({ first }) => `${first}: complete.`,
  textMissing: ({ first }) => `${first} is missing.`,
  rewardsOn: ({ count, names }) => `${count} switched on${names === '' ? '.' : `: ${names}.`}`,
  noRewards: () => 'No bonus, code or wheel is switched on.',
  rewardsCost: ({ sums }) =>
    sums === '' ? 'Nothing can be taken of bonuses and codes.' : `Can still be taken: ${sums}.`,
  rewardsWithoutEnd: ({ names }) => `Without a quota, so without an upper limit: ${names}.`,
  smsReceived: () => 'A code that came by SMS was typed.',
  smsNever: () => 'Nobody has typed a code from an SMS yet.',
  noKey: () => 'There is no key for this service here.',
  slipRead: () => 'The service knew a slip.',
  slipNever: () => 'The service has not been shown a slip that it knew.',
  depositSeen: () => 'A deposit was credited.',
  depositNever: () => 'No deposit was credited yet.',
  payoutSeen: () => 'A withdrawal was paid.',
  payoutNever: () => 'No withdrawal was paid yet.',
  backup: () => 'The database was archived.',
  backupFailed: () => 'The last archiving of the database failed.',
  backupUnknown: () =>
    'The database archives nothing itself. Restore a backup once to see that you have one.',
  headsOutside: () => 'The hourly proof lies outside the database.',
  headsInside: () => 'No proof of the books lies outside the database.',
  nightWhole: () => 'The full check found the books whole.',
  nightFindings: ({ count }) => `The full check found ${count} contradictions.`,
  nightNever: () => 'There was no full check last night; it runs every night.',
  alarms: () => 'Nobody but you can know whether somebody is woken.',
  finding: ({ first }) => findings[first as FindingCode],
  machineFine: () => 'Nothing to mend.',
}

const doorKinds: Record<DoorKind, string> = {
  gateway: 'Payment gateways',
  payouts: 'Payout channels',
  games: 'Game providers',
  sms: 'SMS',
  slips: 'Check of slips',
  statement: 'Statement of our bank accounts',
  bankReport: 'Messages of our banks',
  giftLink: 'Gift links',
}

export const house = {
  lead: 'What this house needs before it opens. Nothing here holds you back: you open when you say so.',
  done: (number: number, of: number) => `${number} of ${of}`,
  allDone: 'Everything is there. You can open.',
  isFine: 'Done',
  isOpen: 'Open',
  isMissing: 'Missing',
  confirm: 'I have seen to this',
  confirmedBy: (name: string) => `Confirmed by ${name}`,
  change: 'Change',
  checks,
  facts,
  findings,
  doorsLead:
    'The systems outside that this house works with. Keys are kept at the machines; none is shown here.',
  doorsOf: (machine: string) => `Seen by the console at ${machine}, which has counted since`,
  doorKinds,
  name: 'Name',
  protocol: 'Protocol',
  host: 'Address',
  key: 'Key here',
  hasKey: 'yes',
  noKey: 'no key here',
  isUsed: 'in use',
  isUnused: 'not in use',
  lastSign: 'Last sign of life',
  signFrom: { books: 'in the books', process: 'to this console' },
  noSign: 'not known: neither this console nor the books have seen one',
}

export type HouseText = typeof house
