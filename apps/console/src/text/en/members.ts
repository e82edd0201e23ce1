import type { MemberRow, timelineSorts } from '@kapao/contract/console/members'

type Sort = (typeof timelineSorts)[number]

const sorts: Record<Sort, string> = {
  money: 'Money',
  game: 'Games',
  reward: 'Rewards',
  login: 'Logins',
  chat: 'Chat',
  desk: 'Operators',
}

const found: Record<MemberRow['found'], string> = {
  phone: 'by phone',
  name: 'by name',
  similar: 'by a similar name',
  account: 'by account',
  id: 'by id',
  reference: 'by reference',
  amount: 'by amount and time',
  address: 'by the address of a login',
  game: 'by the name at a game',
  listed: '',
}

/** What happened, by code; actions of operators that have no word here show their code. */
const happened: Record<string, string> = {
  'statement.deposit': 'Deposit',
  'statement.withdraw': 'Withdrawal',
  'statement.transfer': 'Transfer',
  'statement.bonus': 'Reward',
  'statement.finish_bonus': 'Bonus ended',
  'login.in': 'Logged in',
  'login.out': 'Logged out',
  'chat.customer': 'Wrote',
  'chat.person': 'Was answered',
  'chat.operator': 'Was answered',
  'desk.note': 'Note',
  'desk.items.allow': 'Suspicion decided: allowed',
  'desk.items.deny': 'Suspicion decided: withheld',
}

const states: Record<string, string> = {
  SUCCESS: 'Done',
  PENDING: 'Waiting',
  FAILED: 'Failed',
  CANCEL: 'Cancelled',
  REVERSED: 'Reversed',
}

const opens: Record<string, string> = {
  deposit: 'Deposit',
  request: 'Reported deposit',
  withdrawal: 'Withdrawal',
  transfer: 'Transfer',
  suspicion: 'Suspicion',
  differing: 'Conflicting report',
}

/** Of open things; what has no word here shows its code. */
const openStates: Record<string, string> = {
  open: 'Open',
  suspended: 'In suspense',
  sweeping: 'Collecting from games',
  held: 'Held',
  approved: 'Approved',
  rejected: 'Rejected, will go back in seconds',
  sent: 'Sent',
  unknown: 'Unknown',
  exception: 'Stuck',
}

const signs: Record<string, string> = {
  name: 'name',
  device: 'device',
  network: 'network',
  account: 'bank account',
  invited: 'invited by',
  inviter: 'has invited',
}

export const members = {
  sorts,
  found,
  happened,
  states,
  opens,
  openStates,
  signs,
  searchLabel: 'Search for a member',
  searchHint:
    'Phone, name in any script, account or its last four digits, id, reference, address, name at a game, amount with a day or time, or the proof code of a receipt',
  receipt: {
    title: 'Receipt with this proof code',
    none: 'No receipt has this code. It was mistyped, or the picture is not one of ours.',
    changed: 'The picture shows another outcome. What stands here is true now.',
    corrected: 'Its money was taken back or came back afterwards:',
    compare:
      'Compare amount, time and outcome with the picture. Where they differ, it was altered.',
  },
  list: 'List of members',
  lists: { newest: 'Newest', largest: 'Largest balance', flagged: 'Flagged' },
  flags: { deactivated: 'deactivated', stopped: 'payouts stopped', suspected: 'open suspicion' },
  counted: 'What we owe in wallets and games, as counted',
  notCounted: 'Nothing to show yet. Balances are counted once an hour.',
  noFlagged: 'Nobody is deactivated, stopped or suspected.',
  moreFlagged: 'There are older ones, which are not listed here.',
  none: 'No member found.',
  isCut: 'There are more results. Type more to narrow them down.',
  member: 'Member',
  phone: 'Phone',
  name: 'Name',
  bank: 'Bank',
  account: 'Account number',
  joined: 'Joined',
  lastSeen: 'Last seen',
  language: 'Language',
  active: 'Active',
  inactive: 'Deactivated',
  locked: 'Login locked',
  coins: 'Coins',
  balances: 'Balances',
  noMoney: 'Your roles do not include money.',
  places: { wallet: 'Wallet', held: 'Held', bonus: 'Bonus', bank: 'Bank', game: 'Game' } as Record<
    string,
    string
  >,
  old: 'out of date',
  deposited: (count: number) => `Deposited (${count})`,
  withdrawn: (count: number) => `Withdrawn (${count})`,
  bonus: 'Bonus',
  open: 'Open',
  noOpen: 'Nothing is open.',
  devices: 'Devices',
  noDevices: 'The member has never logged in.',
  openDevice: 'Logged in',
  rewards: 'Rewards held and counted',
  linked: 'Linked members',
  noLinked: 'Nobody shares a device, network or name.',
  notices: 'What the member was told',
  notes: 'Notes',
  noNotes: 'There are no notes.',
  addNote: 'Add a note',
  noteLabel: 'Note for other operators',
  timeline: 'What happened',
  timelineBefore: 'Before',
  all: 'All',
  noTimeline: 'Nothing of this kind has happened.',
  transfers: (count: number) => `${count}\u00A0transfers`,
  since: 'since',
  net: 'net',
  left: 'left',
  show: 'Show full numbers',
  showNote: 'This stays in the audit trail.',
  shown: 'Shown in full; this is in the audit trail.',
  actions: 'Actions',
  why: 'Why',
  unlock: 'Unlock the login',
  unlockNote: 'The member can try to log in again right away.',
  endSessions: 'End all sessions',
  endSessionsNote: 'The member must log in again on every device.',
  deactivate: 'Deactivate',
  deactivateNote: 'The member can no longer log in. The money stays where it is.',
  activate: 'Reactivate',
  activateNote: 'The member can log in again.',
  changeBank: 'Change the bank account',
  changeBankNote:
    'Withdrawals go to the new account, the first ones a day later and with somebody else’s approval. It is changed at once, and another operator reviews it.',
  bankCode: 'Bank (code)',
  accountName: 'Account name',
  takeback: 'Take a deposit back',
  takebackNote:
    'The whole credit is taken out of the wallet again. If the wallet holds less, nothing is taken.',
  deposit: 'Deposit (id)',
  isGone: 'The bank has recalled the money',
  done: 'Done',
}

export type MembersText = typeof members
