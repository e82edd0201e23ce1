import type { TextOf } from '#text/text-of.ts'
import { visitorRefusals } from './visitor-refusals.ts'

export const visitorText = {
  form: {
    next: 'Next',
    back: 'Back',
    confirm: 'Confirm',
    cancel: 'Cancel',
    choose: 'Please choose',
    passwordsDiffer: "Passwords don't match",
    /** For changing a password: the requirements have another wording there. */
    newPasswordsDiffer: 'Passwords do not match',
    strength: {
      short: 'Use at least 8 characters.',
      weak: 'Easy to guess. A longer one, or a few words, is safer.',
      good: 'Strong password.',
      refused:
        'Please choose another: at least 8 characters, not a common one, not your phone number.',
    },
    code: {
      label: 'SMS code',
      sentTo: (phone: string) => `We have sent a code to ${phone}.`,
      reference: 'Reference',
      resend: 'Send the code again',
      resendIn: (seconds: number) => `Send again in ${seconds}\u00A0s`,
      sent: 'A new code is on its way.',
      wrong: 'Please enter the 6 digits from the latest SMS.',
    },
    /** While the phone computes before a code is sent. */
    puzzle: {
      waiting:
        'One moment: your phone is solving a short puzzle that keeps automated programs out.',
      about: 'It takes a few seconds. Then we send your code at once.',
    },
  },
  register: {
    title: 'Register',
    steps: {
      label: 'Registration steps',
      of: (step: number, total: number) => `Step ${step} of ${total}`,
    },
    step: {
      phone: 'Your phone number',
      code: 'Confirm your number',
      profile: 'Your profile',
      bank: 'Your bank account',
    },
    phoneHint: 'You will log in with this number.',
    name: 'Profile name',
    password: 'Password',
    passwordAgain: 'Password again',
    source: 'How did you hear about us?',
    invite: 'Invite code',
    inviteHint: 'Only if a friend gave you one',
    inviteKept: 'From your friend’s link',
    inviteDrop: 'Continue without this code',
    /** Under the field whose rule was broken. */
    wrong: {
      name: 'At most 60 characters, on one line.',
      inviteCode: 'We could not find this code.',
      bankAccountNo: 'It must have 6 to 20 digits.',
      bankAccountName: 'Please enter the full name exactly as your bank has it, without initials.',
    },
    bank: 'Bank',
    recommended: (banks: string) => `We recommend ${banks}: money arrives fastest there.`,
    accountNumber: 'Account number',
    firstName: 'First name',
    lastName: 'Last name',
    currency: 'Currency of your wallet',
    currencyHint: 'It cannot be changed later.',
    submit: 'Register',
    done: 'Welcome! Your account is ready. Please log in.',
    banksFailed: 'The list of banks could not be loaded.',
    hasAccount: 'Already a member?',
    login: 'Log in',
  },
  inApp: {
    title: (app: string) => `You opened this page in ${app}`,
    sentence: 'Registering works best in your own browser. Your invite code will be kept.',
    open: 'Open in the browser',
    copy: 'Copy the link',
    menu: 'Or open this app’s menu and choose “Open in browser”.',
  },
  password: {
    forgotten: 'Reset your password',
    phoneHint: 'The number you registered with. We will send a code to it.',
    sendCode: 'Send the code',
    fresh: 'New password',
    freshAgain: 'New password again',
    save: 'Save the new password',
    changed: 'Your new password is saved. Please log in with it.',
  },
  howto: {
    title: 'How to use the wallet',
    lead: 'Short videos, one for each topic.',
    videos: {
      wallet: 'The wallet',
      enter: 'Entering a game',
      balance: 'Checking your balance',
      bonus: 'Receiving a bonus',
      finish: 'Ending a bonus',
    },
    play: (title: string) => `Watch: ${title}`,
    none: 'This video is coming soon. Until then, please ask us on the contact page.',
  },
  contact: {
    title: 'Contact us',
    qr: (name: string) => `QR code of ${name}`,
    version: 'Version',
    failed: 'The contact details could not be loaded.',
    more: 'Scan with the app, or tap below.',
  },
  /** Why a session has ended, said at the login. */
  ended: {
    password:
      'You were logged out because your password was changed. Was it not you? Please contact us at once.',
    elsewhere:
      'Your login on this device has ended: you logged in or out on another device, our staff ended it, or it was very old. Your money is safe; please log in again.',
    blocked:
      'You were logged out because this account has been deactivated. Please contact us and we will help you.',
    timedOut: 'Your login has timed out. Your money is safe; please log in again.',
    unknown: 'This login has ended. Your money is safe; please log in again.',
  },
  /** While calls get no answer although there is a connection. */
  noAnswer: 'We cannot be reached right now. Your money is safe, and this page keeps trying.',
  notFound: {
    sentence: 'We could not find this page. It may have moved, or the link may have been mistyped.',
    home: 'Go to home',
  },
  /** Behind the login, but home has no use for them: whatever shows them comes with this pack. */
  agreement: {
    title: 'Terms of use',
    confirm: 'I have read it and agree',
  },
  conditions: {
    title: 'Conditions',
    confirm: 'Understood',
    empty: 'There are no conditions to show.',
    failed: 'The conditions could not be loaded.',
  },
  profile: {
    title: 'Profile',
    lead: 'Withdrawals are paid only to this bank account; please deposit from it. If anything is wrong, please contact us.',
    name: 'Name',
    id: 'Member ID',
    username: 'Phone number',
    createdAt: 'Member since',
    bankAccountName: 'Account name',
    bankName: 'Bank',
    bankAccountNo: 'Account number',
    password: 'Change password',
    failed: 'Your profile could not be loaded.',
  },
  changePassword: {
    title: 'Change password',
    current: 'Current password',
    fresh: 'New password',
    freshAgain: 'New password again',
    save: 'Change password',
    failed: 'The password was not changed',
    done: 'Your password has been changed',
    doneLead: 'You stay logged in here; other devices were logged out.',
  },
  copied: {
    button: (what: string) => `Copy: ${what}`,
    done: (text: string) => `Copied: ${text}`,
    failed: 'Failed to copy',
  },
  /** If the input is no amount in the currency. */
  amountForm: {
    BAHT: 'Please enter up to 9 digits, with at most two decimals.',
    LAK: 'Please enter up to 9 digits, without decimals.',
  },
  currency: { BAHT: 'baht', LAK: 'kip', COIN: 'coin' },
  refusals: visitorRefusals,
}

/** Texts of the screens that a visitor opens from the login, and of those that members and visitors share. */
export type VisitorText = TextOf<typeof visitorText>
