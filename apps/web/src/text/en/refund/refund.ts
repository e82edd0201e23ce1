import type { RefundText } from '#text/refund/refund-shape.ts'

export const refundText: RefundText = {
  title: 'Refund',
  banners: {
    label: 'Pictures about refunds',
    previous: 'Previous picture',
    next: 'Next picture',
    place: (place, count) => `${place} of ${count}`,
    loading: 'Loading…',
    goOn: 'Continue',
  },
  amount: 'Refund waiting for you',
  receive: 'Receive the refund',
  held: 'While a bonus is held no refund can be received. End the bonus first; the refund stays yours.',
  nothing: 'Nothing waits at the moment.',
  info: 'How it is worked out',
  failed: 'Your refund could not be loaded. It is not lost.',
  confirm: {
    title: 'Add the refund to your wallet?',
    lead: (amount) => `${amount} goes to your main wallet.`,
    free: 'There is no condition: you may use it or withdraw it at once.',
    success: 'Success',
    successNote:
      'Before a withdrawal, wallet and games together must reach what you have now, the refund, and this share of the refund on top.',
    fail: 'Fail',
    failNote:
      'The condition may be ended when no more than this share is left. What is in the games is then cleared.',
    confirm: 'Add to wallet',
    cancel: 'Not now',
  },
  list: {
    title: 'Received so far',
    amount: 'Refund',
    when: 'Received',
    empty: 'You have not received a refund yet.',
    late: 'The list is not here right now.',
  },
}
