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
  /** One of them, by its place. */
  sum: (at: number) => string
}

/** `go` leads to the screen that mends it; machines are mended elsewhere. */
type CheckText = { name: string; why: string; go: string | null }

const checks: Record<HouseCheckName, CheckText> = {
  people: {
    name: 'Two people who may confirm',
    why: 'What weakens protection waits for a second person, and of two people neither may have added the other. So a first operator adds two. Each should have two passkeys, in case a device is lost.',
    go: 'Operators',
  },
  brand: {
    name: 'Your brand',
    why: 'Members see its name and colour on every screen, and its icon on their phones.',
    go: 'Change the brand',
  },
  accounts: {
    name: 'Accounts to pay into',
    why: 'Members transfer to these accounts or pay by their QR codes.',
    go: 'Our accounts',
  },
  payouts: {
    name: 'Payouts',
    why: 'Withdrawals are paid through this channel; without it an operator has to transfer each one.',
    go: 'Connections',
  },
  games: {
    name: 'Games',
    why: 'Members play with providers at which you have an account.',
    go: 'Providers',
  },
  limits: {
    name: 'Limits',
    why: 'How much may be withdrawn, how much is paid without an operator, from where on two approve, and how much operators may give without a second person. Read them, then confirm that they are right for you.',
    go: 'Withdrawals and approvals',
  },
  texts: {
    name: 'Texts in three languages',
    why: 'Terms of use, conditions and how to contact you, for every member in their language.',
    go: 'Write them',
  },
  rewards: {
    name: 'Rewards and what they cost at most',
    why: 'What members can still take of bonuses and promotions. What a wheel costs depends on how often it is spun.',
    go: 'Rewards',
  },
  sms: {
    name: 'A test SMS',
    why: 'Send yourself one under “Connections”. Then register as a member with your own phone: only an OTP that somebody typed completes this.',
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
    why: 'A backup, the hourly proof outside the database, and the check of last night. The people who run your machines set these up.',
    go: null,
  },
  alarms: {
    name: 'Alarms wake somebody',
    why: 'Let one alarm ring on purpose, and see that a person is woken at night.',
    go: null,
  },
  machine: {
    name: 'The machines',
    why: 'What this console’s machine finds about itself and the database. The people who run your machines mend it.',
    go: null,
  },
}

/** How many there are, and which, as far as they have names. */
const listed = (count: number, names: string): string =>
  names === '' ? String(count) : `${count} (${names})`

const facts: Record<FactWord, (said: FactDetails) => string> = {
  confirmers: ({ count, names }) =>
    count === 0 ? 'Nobody may confirm yet.' : `With a role that confirms: ${names}.`,
  notApart: () => 'None of them may confirm for another: of any two, one added the other.',
  fewKeys: ({ names }) => `Fewer than two passkeys: ${names}.`,
  brandSet: () => 'Name, website, colour and icon have been set.',
  brandUsual: ({ first }) => `${first}: still the default.`,
  accountsOf: ({ count, names }) => `Accounts and wallets: ${listed(count, names)}.`,
  noAccounts: () => 'There is no account to pay into.',
  accountsWithoutKey: ({ names }) => `No key here for these gateways: ${names}.`,
  channelWithKey: ({ first, second }) => `In ${second}: ${first} has a key here.`,
  channelWithoutKey: ({ first, second }) => `In ${second}: ${first} has no key here.`,
  gamesOpen: ({ count, names }) => `Providers: ${listed(count, names)}.`,
  gamesWithoutKey: ({ names }) => `Shown to members without an account of yours: ${names}.`,
  noGames: () => 'There is no provider with an account of yours.',
  limit: ({ first, sums }) => `${first}: ${sums}`,
  textWhole: ({ first }) => `${first}: complete.`,
  textMissing: ({ first }) => `${first} is missing.`,
  rewardsOn: ({ count, names }) => `Switched on: ${listed(count, names)}.`,
  noRewards: () => 'No bonus, promotion or wheel is switched on.',
  rewardsCost: ({ sums }) =>
    sums === ''
      ? 'Nothing more can be taken of bonuses and promotions with a quota.'
      : `Can still be taken of bonuses and promotions with a quota: ${sums}.`,
  rewardsWithoutEnd: ({ names }) => `Without a quota, so without an upper limit: ${names}.`,
  wheelCost: ({ first, sum }) =>
    `${first}: a spin costs ${sum(0)} on average; in spins, deposits of ${sum(1)} cost ${sum(2)}.`,
  wheelWithoutEnd: ({ first }) =>
    `${first}: on average a spin gives back the coin that it takes, or more, so its cost has no end.`,
  smsReceived: () => 'An OTP that came by SMS was typed.',
  smsNever: () => 'Nobody has typed an OTP from an SMS yet.',
  noKey: () => 'There is no key for this service here.',
  slipRead: () => 'The service knew a slip.',
  slipNever: () => 'The service has not been shown a slip that it knew.',
  depositSeen: () => 'A deposit was credited.',
  depositNever: () => 'No deposit has been credited yet.',
  payoutSeen: () => 'A withdrawal was paid.',
  payoutNever: () => 'No withdrawal has been paid yet.',
  backup: () => 'The database has archived its changes.',
  backupFailed: () => 'The last archiving of the database failed.',
  backupUnknown: () =>
    'The database has not archived its changes for a day. Restore a backup once to see that you have one.',
  headsOutside: () => 'The hourly proof lies outside the database.',
  headsInside: () => 'No proof of the last three hours lies outside the database.',
  nightWhole: () => 'The full check found the books whole.',
  nightFindings: ({ count }) =>
    `The full check found ${count === 1 ? '1 contradiction' : `${count} contradictions`}.`,
  nightNever: () => 'There was no full check last night; it runs every night.',
  alarms: () => 'Only you can know whether somebody is woken.',
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
  lead: 'What your service needs before it opens. Nothing here stops you: you open it when you are ready.',
  done: (number: number, of: number) => `${number} of ${of}`,
  allDone: 'Everything is ready. You can open.',
  isFine: 'Done',
  isOpen: 'To be checked',
  isMissing: 'Missing',
  confirm: 'I have checked this',
  confirmedBy: (name: string) => `Confirmed by ${name}`,
  change: 'Change',
  checks,
  facts,
  findings,
  doorsLead:
    'The outside systems that your service works with. Keys are kept on the machines; none is shown here.',
  doorsOf: (machine: string) => `Seen by the console on ${machine}, which has been running since`,
  doorKinds,
  name: 'Name',
  protocol: 'Protocol',
  host: 'Address',
  key: 'Key here',
  hasKey: 'yes',
  noKey: 'no key here',
  isUsed: 'in use',
  isUnused: 'not in use',
  lastSign: 'Last answer',
  signFrom: { books: 'in the books', process: 'to this console' },
  noSign: 'unknown; this console has had none, and the books show none lately',
  sms: {
    title: 'Send a test SMS',
    phone: 'Your phone number',
    product: 'What is sent',
    products: { code: 'OTP', text: 'Message' },
    hint: (max: number) => `It costs as much as any SMS; at most ${max} in 24 hours.`,
    send: 'Send test SMS',
    wrong: 'Enter a Thai or Lao mobile number.',
    said: {
      sent: (phone: string) =>
        `The SMS company has accepted it for ${phone}. Your phone shows whether it arrives.`,
      refused: (phone: string) => `It was not sent to ${phone}.`,
      unknown: (phone: string) =>
        `It is not known whether it was sent to ${phone}. Look at the phone before you send another one.`,
    },
  },
}

export type HouseText = typeof house
