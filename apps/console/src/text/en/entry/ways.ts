import type { NoticeKind } from '@kapao/contract/console/operators'

type Notices = Record<NoticeKind, (label: string) => string>

const mine: Notices = {
  joined: (label) => `You joined with the passkey “${label}”.`,
  link: (label) => `The passkey “${label}” of yours was made by a link.`,
  added: (label) => `The passkey “${label}” was added to your account.`,
  recovered: (label) => `The passkey “${label}” was made with one of your recovery codes.`,
  password: () => 'The password and OTP of your account were set.',
  codes: () => 'New recovery codes were made for your account. The old ones are void.',
  removed: (label) => `The passkey “${label}” was removed from your account.`,
}

const others: Notices = {
  joined: (label) => `is a new operator, with the passkey “${label}”`,
  link: (label) => `made the passkey “${label}” by a link`,
  added: (label) => `added the passkey “${label}”`,
  recovered: (label) => `made the passkey “${label}” with a recovery code`,
  password: () => 'set a password and OTP',
  codes: () => 'made new recovery codes',
  removed: (label) => `removed the passkey “${label}”`,
}

/** How operators get in: for the first time, again after a loss, and who is notified of it. */
export const ways = {
  mine,
  others,
  join: 'Join',
  joinAsk: 'New here? Join',
  joinLead:
    'Make a passkey on your own device, then read its code to the person who adds you. Nobody needs your device or your passkey for that.',
  joinName: 'The name you will work under (lowercase letters, digits, hyphens)',
  joinMake: 'Create my passkey',
  joinCode: 'Your code',
  joinCodeLead: (name: string) =>
    `Read this code to an owner, by voice or in person, and say that your name is ${name}. It is no secret: it only adds the passkey that you have just made.`,
  joinOpen: 'Nobody has used the code yet. This page waits with you.',
  joinAsked: 'You have been asked for. A second person has to agree.',
  joinAdded: 'You have been added. Sign in with your passkey.',
  joinOver: 'This code is over. Start again.',
  joinAgain: 'Start again',
  joinUntil: (until: string) => `Good until ${until}.`,
  toSignIn: 'To the sign-in',
  recoverAsk: 'Lost your passkey?',
  recover: 'A new passkey',
  recoverLead:
    'Type one of your recovery codes, then create a passkey on this device. The code is used up by it.',
  recoverCode: 'Recovery code',
  recoverNone:
    'Without a code and without another passkey, nobody can let you in under your name again: ask an owner to disable it, then join under another name.',
  recovered: 'Your new passkey is ready. Sign in with it.',
  addLead:
    'The new operator chooses Join on the sign-in page of this console, on their own device, and reads you a code.',
  addCode: 'The code they read to you',
  addCheck:
    'Take it from the person, by voice or face to face, not from a message somebody forwards.',
  addWaits: 'A second person may have to agree before they can sign in.',
  lost: 'Whoever loses every passkey uses a recovery code. Without one, disable them; they join again under another name.',
  codes: 'Recovery codes',
  codesLead: 'Each makes one new passkey if you lose yours. They are shown once.',
  codesLeft: (count: number) => `${count} unused`,
  codesNone: 'You have none.',
  codesMake: 'Make recovery codes',
  codesAgain: 'Make new codes (the old ones become void)',
  codesNow:
    'Write these down on paper now. They are not shown again, and nobody should see them but you.',
  codesDone: 'I have written them down',
  spare:
    'If you lose your only passkey, you cannot get in again. Write down recovery codes, or add a second passkey.',
  spareGo: 'My account',
  until: (time: string) =>
    `After a new passkey you cannot give a second yes until tomorrow, ${time}.`,
  untilLasts: 'Everything else works at once.',
  notYou: 'Was it not you? End the sessions that you do not know, and tell an owner at once.',
  seen: 'Seen',
}

export type WaysText = typeof ways
