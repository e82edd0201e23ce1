import type { InviteText } from '#text/invite/invite-shape.ts'

export const inviteText: InviteText = {
  title: 'Invite friends',
  banners: {
    label: 'Pictures about inviting friends',
    previous: 'Previous picture',
    next: 'Next picture',
    place: (place, count) => `${place} of ${count}`,
    loading: 'Loading…',
    goOn: 'Continue',
  },
  link: {
    label: 'Your link',
    lead: 'Whoever registers with it is in your list, and you earn a share of what they play.',
    share: 'Share the link',
    message: 'Register with my link:',
    copy: 'Copy the link',
  },
  bonus: {
    label: 'Waiting for you',
    receive: 'Receive',
    none: 'Nothing waits yet. It grows as your friends play.',
  },
  receive: {
    title: 'Receive your invite bonus?',
    lead: (amount) => `${amount} goes to your main wallet.`,
    free: 'There is no condition: you may use it or withdraw it at once.',
    success: 'Success',
    successNote:
      'Before a withdrawal, wallet and games together must reach what you have now, the bonus, and this share of the bonus on top.',
    fail: 'Fail',
    failNote:
      'The condition may be ended when no more than this share is left. What is in the games is then cleared.',
    confirm: 'Receive',
    cancel: 'Not now',
  },
  list: {
    title: 'Your friends',
    name: 'Name',
    amount: 'Earned',
    when: 'Since',
    empty: 'Nobody has registered with your link yet. Send it to a friend.',
    late: 'The list is not here right now.',
  },
}
