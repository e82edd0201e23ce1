import type { NoticeKind } from '@kapao/contract/console/operators'

type Notices = Record<NoticeKind, (label: string) => string>

const mine: Notices = {
  joined: (label) => `You joined with the passkey “${label}”.`,
  link: (label) => `Your passkey “${label}” was created with a link.`,
  added: (label) => `The passkey “${label}” was added to your account.`,
  recovered: (label) => `The passkey “${label}” was created with one of your recovery codes.`,
  password: () => 'The password and OTP of your account were set.',
  codes: () => 'New recovery codes were made for your account. The old ones no longer work.',
  removed: (label) => `The passkey “${label}” was removed from your account.`,
}

const others: Notices = {
  joined: (label) => `is a new operator, with the passkey “${label}”`,
  link: (label) => `created the passkey “${label}” with a link`,
  added: (label) => `added the passkey “${label}”`,
  recovered: (label) => `created the passkey “${label}” with a recovery code`,
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
    'Create a passkey on your own device, then read the join code to the person who adds you. Nobody else needs your device or your passkey.',
  joinName: 'The name you will work under (lowercase letters, digits, hyphens)',
  joinNameWrong:
    'This name cannot be used. Begin with a letter a–z, then use a–z, digits and hyphens, 2 to 31 characters in all.',
  joinMake: 'Create my passkey',
  joinCode: 'Your join code',
  joinCodeLead: (name: string) =>
    `Read this code to an owner, by phone or in person, and say that your name is ${name}. It is not secret: it can only add the passkey that you have just created.`,
  joinOpen: 'Nobody has used this code yet. This page updates automatically.',
  joinAsked: 'Somebody has asked to add you. A second person has to agree.',
  joinAdded: 'You have been added. Sign in with your passkey.',
  joinOver: 'This code is no longer valid. Start again.',
  joinAgain: 'Start again',
  joinUntil: (until: string) => `Valid until ${until}.`,
  toSignIn: 'Go to sign-in',
  recoverAsk: 'Lost your passkey?',
  recover: 'Create a new passkey',
  recoverLead:
    'Type one of your recovery codes, then create a passkey on this device. Each code works once.',
  recoverCode: 'Recovery code',
  recoverNone:
    'Without a code and without another passkey, nobody can let you in under your name again. Ask an owner to disable you, then join under another name.',
  recovered: 'Your new passkey is ready. Sign in with it.',
  addLead:
    'The new operator chooses Join on the sign-in page of this console, on their own device, and reads you a code.',
  addCode: 'The join code that they read to you',
  addCheck: 'Take it from the person, by phone or face to face, never from a forwarded message.',
  addEndsDemo:
    'Adding the first operator disables those of the demo, you among them. Add an owner first, then sign in as them.',
  addWaits: 'A second person may have to agree before they can sign in.',
  lost: 'An operator who has lost every passkey uses a recovery code. Without one, disable the operator, who then joins under another name.',
  codes: 'Recovery codes',
  codesLead: 'Each makes one new passkey if you lose yours. They are shown once.',
  codesLeft: (count: number) => `${count} unused`,
  codesNone: 'You have none.',
  codesMake: 'Make recovery codes',
  codesAgain: 'Make new codes (the old ones stop working)',
  codesNow:
    'Write these down on paper now. They are not shown again, and nobody should see them but you.',
  codesDone: 'I have written them down',
  spare:
    'If you lose your only passkey, you cannot get in again. Write down recovery codes, or add a second passkey.',
  spareGo: 'My account',
  until: (time: string) =>
    `If you add a passkey now, you cannot give a second approval until tomorrow, ${time}.`,
  untilLasts: 'Everything else works right away.',
  notYou: 'Not you? End the sessions that you do not recognise, and tell an owner at once.',
  seen: 'Seen',
}

export type WaysText = typeof ways
