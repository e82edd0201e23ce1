import { languages } from '@kapao/contract/limits'
import {
  color,
  flag,
  html,
  htmlList,
  line,
  optional,
  picture,
  serverAddress,
  secretAddress,
  webAddress,
  wholeNumber,
  type SettingKind,
} from './kinds/kinds.ts'
import {
  bankCodes,
  bankList,
  cannedReplies,
  chatMenu,
  networkList,
  sourceList,
} from './kinds/lists.ts'
import { banks } from './kinds/banks.ts'
import { because, fieldOf, typedAs } from './kinds/field-of.ts'
import { usualMenu } from './kinds/chat/usual-menu.ts'
import { usualReplies } from './kinds/chat/usual-replies.ts'
import { forEach, setting, type Setting } from './kinds/setting.ts'

/** The same as in the page's own styles. */
export const usualBrandColor = '#f5b83d'
const videos = {
  wallet: 'the wallet',
  enter: 'entering a game',
  balance: 'checking a balance',
  bonus: 'receiving a bonus',
  finish: 'ending a bonus',
} as const

// A notice without the figure would hide the condition that the member is about to accept.
const notice: SettingKind<string> = {
  ...html,
  form: 'text with simple HTML that contains %percentFail%',
  schema: typedAs(
    html.schema.refine(
      (text) => text.includes('%percentFail%'),
      because('figure', 'must contain %percentFail%'),
    ),
    fieldOf(html.schema),
  ),
}

const pageAddress = (about: string): Setting<string | null, 'page'> =>
  setting({ kind: optional(webAddress), fallback: null, reader: 'page', about })

/** The operator's identity, the texts for visitors, and how they register and make contact. */
export const siteSettings = {
  'brand.name': setting({
    kind: line(40),
    fallback: 'Kapao',
    reader: 'page',
    about:
      'The name that members see: in the top bar, in titles, on the login screen, under the icon and in SMS.',
  }),
  'brand.website': setting({
    kind: secretAddress,
    fallback: 'https://kapao.example',
    reader: 'page',
    about: 'The website that the footer names.',
  }),
  'brand.color': setting({
    kind: color,
    fallback: usualBrandColor,
    about: 'The colour of the main button and of the icon on the home screen of a phone.',
  }),
  'brand.icon': setting({
    kind: optional(picture),
    fallback: null,
    about: 'The icon on the home screen of a phone; without one a wallet in the main colour.',
  }),
  'service.active': setting({
    kind: flag,
    fallback: true,
    about:
      'Off closes the service to members: every call is refused, and the page says that the service has ended. Money that arrives is still credited, approved withdrawals are still paid, and the console goes on working.',
  }),
  'service.blocked': setting({
    kind: networkList,
    fallback: [],
    about:
      'Addresses and networks whose every call is refused. Messages of banks and gateways are still accepted.',
  }),
  'client.header.required': setting({
    kind: flag,
    fallback: false,
    about:
      'Whether requests without the header x-client: wallet-user are refused. Our own pages send it; other programs can send it, too.',
  }),
  'notices.untoldMinutes': setting({
    kind: wholeNumber(5, 1_440),
    fallback: 60,
    about:
      'How many minutes after a warning to a member it becomes an item, if it could not be sent and was not read.',
  }),
  'notices.keepDays': setting({
    kind: wholeNumber(30, 3_650),
    fallback: 400,
    about: 'How many days the notices of members are kept.',
  }),
  'registration.otp': setting({
    kind: flag,
    fallback: true,
    about: 'Whether a new member proves the phone with an OTP by SMS.',
  }),
  'sms.dayMax': setting({
    kind: wholeNumber(1, 1_000_000),
    fallback: 5_000,
    about: 'The maximum number of OTPs paid for in 24 hours, for all phones together.',
  }),
  'sms.minuteMax': setting({
    kind: wholeNumber(2, 1_000_000),
    fallback: 120,
    about:
      'The maximum number of OTPs in a minute, counted separately for registrations, passwords and known devices; once half of it is used, a stranger must solve a puzzle first.',
  }),
  'sms.keptPercent': setting({
    kind: wholeNumber(0, 90),
    fallback: 40,
    about:
      'The percentage of the OTPs of 24 hours that is reserved for devices and networks of earlier logins.',
  }),
  'sms.networkHourMax': setting({
    kind: wholeNumber(2, 1_000_000),
    fallback: 60,
    about: 'The maximum number of OTPs that a network (IPv4 /24, IPv6 /48) may request in an hour.',
  }),
  'sms.rangeHourMax': setting({
    kind: wholeNumber(2, 1_000_000),
    fallback: 30,
    about:
      'The maximum number of OTPs in an hour to a range of a thousand numbers; six times as many to one of a hundred thousand.',
  }),
  'sms.puzzleTries': setting({
    kind: wholeNumber(1_000, 10_000_000),
    fallback: 200_000,
    about:
      'How many tries at most the puzzle takes that a stranger’s phone must solve under load; up to four times as many near the limit.',
  }),
  'sms.alarmPercent': setting({
    kind: wholeNumber(10, 1_000),
    fallback: 50,
    about:
      'By how many percent the OTPs of an hour exceed the usual number before operators are alarmed; usual is the median of the same hour in the last seven days.',
  }),
  'registration.banks': setting({
    kind: bankList,
    fallback: banks,
    about:
      'The banks of which a member may register an account or change to one; accounts that are there already stay.',
  }),
  'registration.sources': setting({
    kind: sourceList,
    fallback: [],
    about: 'The answers to "where did you hear of us?" in the registration.',
  }),
  recommendedBanks: setting({
    kind: bankCodes,
    fallback: ['KBANK', 'SCB'],
    reader: 'page',
    about: 'The banks that the registration recommends outside the Lao variant.',
  }),
  ...forEach('conditions', languages, () =>
    setting({
      kind: htmlList,
      fallback: [],
      about: 'The conditions in the menu, one text a page.',
    }),
  ),
  ...forEach('agreements', languages, () =>
    setting({
      kind: htmlList,
      fallback: [],
      about:
        'The terms of use on the home screen, shown until the member agrees on that device, and again once they change; they can be closed without agreeing. An empty list shows none.',
    }),
  ),
  ...forEach('notice', languages, () =>
    setting({
      kind: optional(notice),
      fallback: null,
      about:
        'The notice before a bonus is taken; %percentFail% becomes the figure of the bonus: the total at or below which it may be ended, in percent of the member’s money together with the bonus, where no amount is set. Nothing is deducted by it.',
    }),
  ),
  ...forEach('contact.text', languages, () =>
    setting({
      kind: html,
      fallback: '',
      about: 'The text of the contact screen.',
    }),
  ),
  'contact.line.link': setting({
    kind: optional(webAddress),
    fallback: null,
    about: 'Where the LINE link of the contact screen leads; without one there is no link.',
  }),
  'contact.line.name': setting({
    kind: line(40),
    fallback: 'LINE',
    about: 'The name of the LINE link.',
  }),
  'contact.line.qr': setting({
    kind: optional(picture),
    fallback: null,
    about: 'The picture of the LINE QR code; without one the page shows its own.',
  }),
  'chat.widget': setting({
    kind: flag,
    fallback: false,
    about: 'Whether the contact screen shows the chat instead of the LINE link.',
  }),
  'chat.address': setting({
    kind: optional(serverAddress),
    fallback: '/',
    reader: 'page',
    about: 'Where the chat connects to; without one the chat has no live updates.',
  }),
  'chat.menu': setting({
    kind: chatMenu,
    fallback: usualMenu,
    about: 'The chat menu that answers until staff do: its words and its buttons.',
  }),
  'chat.canned': setting({
    kind: cannedReplies,
    fallback: usualReplies,
    about: 'Replies that operators need often, offered beside the field of the answer.',
  }),
  'chat.fileDayMax': setting({
    kind: wholeNumber(1, 1_000),
    fallback: 30,
    about:
      'How many pictures and videos a member may send in 24 hours, valid or not; a guest a sixth of it, an operator as many.',
  }),
  'chat.guestOpenMax': setting({
    kind: wholeNumber(1, 10_000),
    fallback: 50,
    about:
      'How many guests of one network may have an open conversation: for half an hour after its last message, or for a day with staff. A phone network has many behind one address.',
  }),
  'chat.guestDayMb': setting({
    kind: wholeNumber(1, 100_000),
    fallback: 2_000,
    about: 'How many MB of pictures and videos all guests together may send in 24 hours.',
  }),
  'chat.memberDayMb': setting({
    kind: wholeNumber(1, 10_000),
    fallback: 25,
    about:
      'How many MB of text, pictures and videos one member may have stored by the chat in 24 hours.',
  }),
  'chat.networkDayMb': setting({
    kind: wholeNumber(1, 100_000),
    fallback: 90,
    about:
      'How many MB of text, pictures and videos the guests of one network may have stored by the chat in 24 hours.',
  }),
  'chat.keepDays': setting({
    kind: wholeNumber(1, 3_650),
    fallback: 365,
    about:
      'For how many days a message of a conversation with a member is kept, and its files at most.',
  }),
  'chat.guestKeepDays': setting({
    kind: wholeNumber(1, 3_650),
    fallback: 30,
    about:
      'For how many days a message of a conversation with a guest is kept, and its files at most.',
  }),
  'chat.fileKeepDays': setting({
    kind: wholeNumber(1, 3_650),
    fallback: 90,
    about:
      'For how many days the pictures and videos of conversations are kept, and never longer than the message that shows them.',
  }),
  ...forEach('howto.video', Object.keys(videos) as (keyof typeof videos)[], (video) =>
    pageAddress(`The video about ${videos[video]} on the how-to screen.`),
  ),
}
