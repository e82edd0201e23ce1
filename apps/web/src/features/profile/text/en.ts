import type { TextOf } from '#text/text-of.ts'

export const profileText = {
  notices: {
    title: 'Notices',
    unread: (count: number) => (count === 1 ? '1 unread notice' : `${count} unread notices`),
    isUnread: 'Unread',
    none: 'There are no notices yet. What happens to your money and your account will be listed here.',
    failed: 'Your notices could not be loaded.',
    older: 'Earlier notices',
    toStatement: 'Open the statement',
    toContact: 'Contact us',
    read: 'I have read this',
  },
  devices: {
    title: 'Devices',
    isThis: 'This device',
    unknown: 'Unknown browser',
    startedAt: 'Logged in',
    lastUsedAt: 'Last used',
    network: 'Network',
    sameNetwork: (network: string) => `${network}, the same as here`,
    end: 'Log out there',
    endOthers: 'Log out all other devices',
    onlyThis: 'You are logged in on no other device.',
    failed: 'Your devices could not be loaded.',
    lastSignIn: (at: string, where: string) => `Your login before this one: ${at} · ${where}`,
  },
  passkeys: {
    title: 'Passkeys',
    lead: 'A passkey logs you in with your finger, face or screen lock. Many browsers make one by themselves after a login with the password.',
    addedAt: 'Made',
    usedAt: 'Last used',
    never: 'Not used yet',
    remove: 'Remove',
    failed: 'Your passkeys could not be loaded.',
  },
  identify: {
    title: 'Is it you?',
    lead: 'Before this is changed, please show once more that it is you.',
    password: 'Password',
    confirm: 'Confirm',
    byPasskey: 'Use a passkey',
  },
}

export type ProfileText = TextOf<typeof profileText>
