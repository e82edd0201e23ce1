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
}

export type ProfileText = TextOf<typeof profileText>
