import type { TextOf } from '#text/text-of.ts'

export const refundText = {
  title: 'Refund',
  banners: {
    label: 'Pictures about refunds',
    previous: 'Previous picture',
    next: 'Next picture',
    place: (place: number, count: number) => `${place} of ${count}`,
    loading: 'Loading…',
    goOn: 'Continue',
  },
  amount: 'Refund ready to receive',
  receive: 'Receive the refund',
  held: 'You cannot receive a refund while a bonus is active. End the bonus first; the refund stays yours.',
  nothing: 'There is nothing to receive at the moment.',
  info: 'How it is worked out',
  failed: 'Your refund could not be loaded. It is not lost.',
  confirm: {
    title: 'Add the refund to your wallet?',
    lead: (amount: string) => `${amount} will be added to your main wallet.`,
    free: 'You can play with it at once. If you have to play it before you withdraw, the withdrawal page shows how much.',
    success: 'Condition met',
    successNote:
      'Before you withdraw, your wallet and games together must reach: your current balance + the refund + this percentage of the refund.',
    fail: 'Condition not met',
    failNote:
      'You can end the condition once your total is no more than this percentage of (your balance when you received it + the refund). Game balances are then set to 0.',
    confirm: 'Add to wallet',
    cancel: 'Not now',
  },
  list: {
    title: 'Received so far',
    amount: 'Refund',
    when: 'Received',
    empty: 'You have not received a refund yet.',
    late: 'The list cannot be loaded right now.',
  },
}

/** Texts of the refund of losses. */
export type RefundText = TextOf<typeof refundText>
