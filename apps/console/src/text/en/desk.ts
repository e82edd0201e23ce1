const count = (number: number, one: string, many: string): string =>
  `${number}\u00A0${number === 1 ? one : many}`

/** What every screen says. */
export const desk = {
  console: 'Console',
  screens: {
    work: 'Work',
    members: 'Members',
    chat: 'Chat',
    answers: 'Canned answers',
    operators: 'Operators',
    audit: 'Audit trail',
    me: 'My account',
  },
  all: 'Everything',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  back: 'Back',
  more: 'Load more',
  moreScreens: 'More',
  retry: 'Try again',
  copy: 'Copy',
  loading: 'Loading',
  send: 'Send',
  menu: 'Menu',
  nothing: '\u2014',
  none: 'none',
  yes: 'Yes',
  no: 'No',
  skip: 'Skip to the content',
  late: (number: number) => count(number, 'late item', 'late items'),
  waiting: (number: number) => count(number, 'waiting', 'waiting'),
  oldest: 'oldest',
  signOut: 'Sign out',
  search: 'Search',
  help: 'Keys',
  palette: {
    open: 'Find anything',
    label: 'Find a member, an item or a screen',
    hint: 'Name, phone, account, reference, or amount and time',
    none: 'Nothing found.',
    screens: 'Screens',
    items: 'Items and conversations',
    members: 'Members',
  },
  keys: {
    title: 'Keys',
    move: 'Next and previous row',
    open: 'Go to what is open',
    search: 'Search',
    palette: 'Find anything',
    help: 'This list',
    back: 'Back to the list',
    candidate: 'Choose a likely member',
    undo: 'Undo an approval or a rejection',
    decision: 'Each decision has the letter shown on its button',
    send: 'Send an answer',
  },
  line: {
    offline:
      'There is no connection. What you type stays here; nothing is sent until you send it again.',
    down: 'Live updates are interrupted. The page refreshes every ten seconds.',
    open: 'No answer came, so it is not known whether this was done. You can send it again: it counts only once.',
  },
  house: {
    closed: (by: string, at: string) =>
      `${by} closed the service at ${at}: nothing is paid, played or credited until two others reopen it.`,
    closedByItself: (at: string) =>
      `The service has been closed since ${at}, because its database was restored to an earlier state: nothing is paid, played or credited until two operators reopen it.`,
    why: 'Reason:',
    disabled: (by: string, name: string, at: string) =>
      `${by} disabled ${name} at ${at} without a second approval.`,
    roles: (by: string, name: string, at: string) =>
      `${by} removed roles from ${name} at ${at} without a second approval.`,
  },
  newRows: (number: number) => `${number}\u00A0new`,
  gone: 'Already decided',
  currency: { BAHT: 'baht', LAK: 'kip', COIN: 'coin' },
  newWork: (lists: string) => `New work: ${lists}`,
  meShort: 'Me',
  /** How a time is typed. */
  timeForm: 'dd/mm/yyyy hh:mm',
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  zone: 'All times are Bangkok time (UTC+7).',
  age: {
    now: 'now',
    seconds: (number: number) => `${number}\u00A0s`,
    minutes: (number: number) => `${number}\u00A0min`,
    hours: (number: number) => `${number}\u00A0h`,
    days: (number: number) => `${number}\u00A0d`,
  },
  language: 'Language',
  languages: { th: 'ไทย', la: 'ລາວ', en: 'English' },
  theme: 'Colours',
  themes: { system: 'Same as device', light: 'Light', dark: 'Dark' },
  notFound: 'There is no page at this address.',
  noScreen: 'Your roles do not allow you to open this screen.',
  newVersion: 'A part of the page could not be loaded. Reload the page.',
  reload: 'Reload',
}

export type DeskText = typeof desk
