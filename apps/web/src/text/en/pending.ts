import type { TextOf } from '#text/text-of.ts'

export const pendingText = {
  names: {
    transfer: 'Your transfer',
    withdraw: 'Your withdrawal',
    gift: 'Your gift link',
    other: 'Your last action',
  },
  running: 'We are still checking the result. Your money is safe; please do not send it again.',
  done: 'It went through, although the connection was lost on the way.',
  never: 'Your request did not reach us and nothing was moved. You can try again.',
  notSent:
    'There is no connection, so nothing was sent. Please try again when you are back online.',
  read: 'Close this message',
}

/** Texts about calls whose answer was lost, shown on any screen. */
export type PendingText = TextOf<typeof pendingText>
