import type { Field } from '@kapao/contract/console/field'
import type { ProblemReason } from '@kapao/contract/console/problems'
import type { SettingGroup, SettingWord } from '@kapao/contract/console/settings'

const groups: Record<SettingGroup, string> = {
  brand: 'Brand',
  content: 'What members read',
  rewards: 'Rewards',
  deposits: 'Deposits',
  withdrawals: 'Withdrawals and approvals',
  accounts: 'Our accounts',
  games: 'Games',
  registration: 'Registration and OTPs',
  chat: 'Chat',
  service: 'Service',
  console: 'Console',
}

/** In English the server says what each setting is for. */
const about: Partial<Record<SettingWord, string>> = {}

const choices: Record<string, string> = {
  BAHT: 'Baht',
  LAK: 'Kip',
  AUTO: 'Credited automatically',
  SMS: 'By the bank’s SMS',
  manual: 'By hand',
  PAYMENT: 'For QR codes',
  bank: 'For transfers',
  day: 'Every day',
  week: 'Every week',
  slot: 'Slots',
  sport: 'Sports',
  lotto: 'Lottery',
  web: 'Opens an address',
  call: 'Calls a phone',
  postback: 'Gives another answer',
  text: 'Text',
  buttons: 'Text with buttons',
  quick_replies: 'Text with quick replies',
  generic: 'Cards',
  media: 'Picture, video or file',
  image: 'Picture',
  video: 'Video',
  file: 'File',
}

function choiceText(word: string): string {
  return Object.hasOwn(choices, word) ? choices[word]! : word
}

function acceptedText(field: Field): string | null {
  switch (field.form) {
    case 'line':
      return field.example === null ? null : `Such as ${field.example}`
    case 'text':
      return `At most ${field.max} characters`
    case 'html':
      return 'Text with simple HTML, such as <p>, <b>, <ul>, <li>, <h3> and links'
    case 'whole':
      return `A whole number from ${field.min} to ${field.max}`
    case 'number':
      return `A number above 0, at most ${field.max}`
    case 'amount':
      return field.currency === 'BAHT'
        ? 'An amount in baht, such as 100 or 99.50'
        : 'An amount in kip, such as 100000'
    case 'rate':
      return `A number from 0 to ${field.max}, with at most 2 decimals`
    case 'color':
      return 'A colour, such as #f5b83d'
    case 'time':
      return 'Bangkok time, such as 23:00'
    case 'address':
      return addressText(field)
    case 'picture':
      return 'PNG, JPEG or WebP, at most 95\u00A0KB'
    case 'flag':
    case 'choice':
    case 'optional':
    case 'list':
    case 'group':
    case 'table':
    case 'cases':
      return null
  }
}

function addressText({ isSecure, mayBePath }: Extract<Field, { form: 'address' }>): string {
  const plain = isSecure ? 'An address that begins with https://' : 'An address with https://'
  return mayBePath ? `${plain}, or / for this site` : plain
}

const reasons: Record<Exclude<ProblemReason, 'form' | 'long'>, string> = {
  missing: 'This is missing.',
  many: 'These are too many entries.',
  few: 'At least one entry is needed.',
  twice: 'One name or code is used twice.',
  markup:
    'This HTML is not allowed, or a tag is not closed. Links need https:, http:, tel:, mailto: or a path.',
  figure: 'The text must contain %percentFail%, which becomes the figure.',
  bothWays:
    'One account is used both for transfers and for QR codes: a payment would be credited twice.',
  noAnswer: 'It names an answer that is not in the list of answers.',
  reserved: 'This code is reserved.',
}

function reasonText(reason: ProblemReason, field: Field): string {
  if (reason === 'long') return 'This is too long.'
  if (reason !== 'form') return reasons[reason]
  return `This is not accepted. ${acceptedText(field) ?? 'Choose another value.'}`
}

/** The settings, their forms and what saving comes to. */
export const settings = {
  groups,
  about,
  /** Parts that have another name elsewhere. */
  parts: {
    factor: 'What the provider counts for one of ours',
    words: 'Words that lead to answers',
  } as Record<string, string>,
  choiceText,
  acceptedText,
  reasonText,
  brief: {
    none: 'none',
    on: 'On',
    off: 'Off',
    picture: 'A picture',
    whole: 'Several parts',
    entries: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  },
  form: {
    choose: 'Choose a file',
    remove: 'Remove',
    add: 'Add',
    up: 'Move up',
    down: 'Move down',
    optional: 'optional',
    value: 'Value',
    newName: 'Name of a new answer',
    nameTaken: 'This name is there already.',
    entries: (count: number, max: number) => `${count} of at most ${max}`,
    chooseSetting: 'Choose a setting from the list.',
    isSet: 'changed',
    isDefault: 'the default applies',
    changed: 'Changed',
    neverChanged: 'Never changed: the default applies.',
    power: {
      read: 'Your roles let you read this setting, not change it.',
      tighten: 'Your roles let you make this setting stricter, not looser.',
    },
    mayWait: 'Some changes of this setting need a second person.',
    moved: 'Somebody else has saved this setting meanwhile. What you typed is still here.',
    keepMine: 'Keep mine, based on theirs',
    takeTheirs: 'Drop mine and show theirs',
    looking: 'Checking what saving would do…',
    same: 'Saving would change nothing.',
    atOnce: 'It will take effect at once.',
    refused: 'This would be refused.',
    problems: (count: number) =>
      count === 1
        ? 'One field is wrong; the reason is beside it.'
        : `${count} fields are wrong; the reasons are beside them.`,
    alone: 'Given on one person’s word in the last 24 hours:',
    ask: 'Ask for approval',
    discard: 'Discard my change',
    toDefault: 'Back to the default',
    saved: 'Saved.',
    history: 'History',
    before: 'Before',
    after: 'After',
    setBack: 'Set back to the value before',
    acts: {
      set: 'set it',
      default: 'set it to the default',
      asked: 'asked for approval of',
      approved: 'approved it',
      dropped: 'rejected it',
    },
  },
}

export type SettingsText = typeof settings
