import type { TextOf } from '#text/text-of.ts'

export const inviteText = {
  title: 'Invite friends',
  banners: {
    label: 'Pictures about inviting friends',
    previous: 'Previous picture',
    next: 'Next picture',
    place: (place: number, count: number) => `${place} of ${count}`,
    loading: 'Loading…',
    goOn: 'Continue',
  },
  link: {
    label: 'Your link',
    lead: 'Everyone who registers with this link joins your list, and you earn a share of their net losses.',
    share: 'Share the link',
    message: 'Register with my link:',
    copy: 'Copy the link',
  },
  bonus: {
    label: 'Ready to receive',
    receive: 'Receive',
    none: 'Nothing to receive yet. Your bonus is worked out from your friends’ net losses when a period ends.',
  },
  receive: {
    title: 'Receive your invite bonus?',
    lead: (amount: string) => `${amount} will be added to your main wallet.`,
    free: 'You can play with it at once. If you have to play it before you withdraw, the withdrawal page shows how much.',
    success: 'Condition met',
    successNote:
      'Before you withdraw, your wallet and games together must reach: your current balance + the bonus + this percentage of the bonus.',
    fail: 'Condition not met',
    failNote:
      'You can end the condition once your total is no more than this percentage of (your balance when you received it + the bonus). Game balances are then set to 0.',
    confirm: 'Receive',
    cancel: 'Not now',
  },
  list: {
    title: 'Your friends',
    name: 'Name',
    amount: 'Earned',
    when: 'Registered',
    empty: 'Nobody has registered with your link yet. Send it to a friend.',
    late: 'The list cannot be loaded right now.',
  },
}

/** Texts on inviting friends and what it earns. */
export type InviteText = TextOf<typeof inviteText>
