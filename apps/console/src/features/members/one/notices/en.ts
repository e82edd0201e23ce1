/** What a member was told, loaded when it is opened. */
export const memberNotices = {
  nothing: 'The member has not been told of anything yet.',
  kinds: {
    'deposit.credited': 'Deposit credited',
    'deposit.failed': 'Deposit not credited',
    'withdrawal.paid': 'Withdrawal paid',
    'withdrawal.returned': 'Withdrawal not paid',
    'transfer.ended': 'Transfer ended late',
    'deposit.taken': 'Deposit taken back by staff',
    'deposit.moved': 'Deposit was another member’s',
    'deposit.sentBack': 'Deposit to be sent back',
    'withdrawal.paidByHand': 'Withdrawal booked as paid by staff',
    'bank.changed': 'Bank account changed by the member',
    'bank.byHand': 'Bank account changed by staff',
    'password.changed': 'Password changed',
    'talk.answered': 'Answered in the chat',
  },
  read: 'Read',
  unread: 'Not read yet',
  channels: { sms: 'SMS', push: 'Web push', line: 'LINE' },
  states: {
    due: 'waits to be sent',
    sending: 'is being sent',
    sent: 'sent',
    unknown: 'may have been sent',
    dropped: 'nobody to send it to',
    'given-up': 'could not be sent for a day',
  },
  next: 'next try',
  tries: (count: number) => (count === 1 ? '1\u00A0try' : `${count}\u00A0tries`),
  again: 'Try once more',
  why: 'Reason',
  asked: 'It is tried once more now.',
  more: 'Show older ones',
}

export type MemberNoticesText = typeof memberNotices
