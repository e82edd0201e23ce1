import type { MemberFact } from '@kapao/contract/console/canned'
import type { Field } from '@kapao/contract/console/field'
import type { PictureProblem, ProblemReason } from '@kapao/contract/console/problems'
import { formatCount } from '#core/format.ts'

const choices: Record<string, string> = {
  COIN: 'Coins',
  deposit: 'A percentage of the newest deposit',
  amount: 'An amount',
  balance: 'Wallet and games together',
  turnover: 'What was staked',
  'deposit and bonus': 'All that the member has, with it',
  bonus: 'What it gives',
  limit: 'In total',
  BAHT: 'Baht',
  LAK: 'Kip',
  AUTO: 'Credited automatically',
  SMS: 'By the bank’s SMS',
  manual: 'With a slip',
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
  media: 'Video or file',
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
      return `At most ${formatCount(field.max)} characters`
    case 'html':
      return 'Text with simple HTML, such as <p>, <b>, <ul>, <li>, <h3> and links'
    case 'whole':
      return `A whole number from ${formatCount(field.min)} to ${formatCount(field.max)}`
    case 'number':
      return `A number above 0, at most ${formatCount(field.max)}`
    case 'amount':
      return field.currency === 'BAHT'
        ? 'An amount in baht, such as 100 or 99.50'
        : 'An amount in kip, such as 100000'
    case 'rate':
      return `A number from 0 to ${formatCount(field.max)}, with at most 2 decimals`
    case 'color':
      return 'A colour, such as #f5b83d'
    case 'time':
      return 'Bangkok time, such as 23:00'
    case 'moment':
      return 'A day and a time in Bangkok'
    case 'address':
      return addressText(field)
    case 'picture':
      return 'PNG, JPEG, WebP or GIF, at most 10\u00A0MB. It can also be dropped or pasted here; of a moving one the first picture is taken.'
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
  const plain = `An address that begins with https://${isSecure ? '' : ' or http://'}`
  return mayBePath ? `${plain}, or / for this site` : plain
}

const reasons: Record<Exclude<ProblemReason, 'form' | 'long'>, string> = {
  missing: 'This is missing.',
  many: 'There are too many entries.',
  few: 'At least one entry is needed.',
  twice: 'One name or code is used twice.',
  markup:
    'This HTML is not allowed, or a tag is not closed. Links need https:, http:, tel:, mailto: or a path.',
  figure: 'The text must contain %percentFail%, which becomes the figure.',
  bothWays:
    'One account is used both for transfers and for QR codes: a payment could be credited twice.',
  noAnswer: 'It names an answer that is not in the list of answers.',
  reserved: 'This code is reserved.',
  tickets: 'The tickets of the sectors do not add up to this number.',
  otherCurrency: 'The prize is in a currency that these members do not have.',
  ends: 'It would end before it begins.',
  taken: 'Members have taken more of it already.',
  noPicture: 'This picture is not in the store. Choose or add one.',
}

function reasonText(reason: ProblemReason, field: Field): string {
  if (reason === 'long') return 'This is too long.'
  if (reason !== 'form') return reasons[reason]
  return `This is not accepted. ${acceptedText(field) ?? 'Choose another value.'}`
}

/** What fields of every kind say, whatever is typed in them. */
export const fields = {
  /** Parts that have another name elsewhere. */
  parts: {
    address: 'Address of the provider',
    factor: 'What the provider counts for one of ours',
    picture: 'Answer to a picture or video',
    words: 'Words that lead to answers',
  } as Record<string, string>,
  choiceText,
  acceptedText,
  cutText: 'Members with a phone of 360 px see only a part of this',
  reasonText,
  picture: {
    add: 'Add a picture',
    store: 'Choose from the store',
    storeEmpty: 'There are no pictures yet.',
    notRead: 'The pictures could not be loaded.',
    sending: 'The picture is being sent',
    checking: 'Checking the picture…',
    problems: {
      kind: 'This file cannot be used. PNG, JPEG, WebP and GIF can.',
      bytes: 'The file is too large: at most 10\u00A0MB.',
      pixels: 'The picture has too many pixels: at most 40\u00A0million.',
      broken: 'The picture is damaged. Save it again and add it once more.',
      heavy: 'The picture takes too long to read. Save it again with fewer pixels.',
      more: 'The file holds more than a picture. Save it again as PNG or JPEG.',
      dayFull: 'You have added too many pictures in the last 24\u00A0hours.',
      storeFull: 'The store is full. Choose a picture that is there already.',
    } as Record<PictureProblem, string>,
  },
  facts: {
    insert: 'Insert',
    names: {
      name: 'Name',
      balance: 'Balance',
      withdrawable: 'Can be withdrawn',
      withdrawal: 'Last withdrawal',
    } as Record<MemberFact, string>,
    example: 'Example',
  },
  saving: {
    looking: 'Checking what this would do…',
    same: 'Saving would change nothing.',
    atOnce: 'It will take effect at once.',
    refused: 'This would be refused.',
    problems: (count: number) =>
      count === 1
        ? 'One field is wrong; the reason is beside it.'
        : `${count} fields are wrong; the reasons are beside them.`,
    alone: 'Without a second person in the last 24 hours:',
    ask: 'Ask for approval',
    discard: 'Discard my change',
    saved: 'Saved.',
    moved: 'Somebody else has saved this in the meantime. What you typed is still here.',
    join: 'Combine mine with theirs',
    takeTheirs: 'Drop mine and show theirs',
  },
  edit: {
    choose: 'Choose a file',
    remove: 'Remove',
    add: 'Add',
    up: 'Move up',
    down: 'Move down',
    missing: 'missing',
    optional: 'optional',
    newName: 'Name of a new answer',
    nameTaken: 'This name is there already.',
    entries: (count: number, max: number) => `${count} of at most ${max}`,
  },
}

export type FieldsText = typeof fields
