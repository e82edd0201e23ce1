import type { closeReasons } from '@kapao/contract/console/inbox'

type Reason = (typeof closeReasons)[number] | 'menu'

const reasons: Record<Reason, string> = {
  solved: 'Solved',
  unanswered: 'The customer does not answer',
  duplicate: 'Is in another conversation',
  spam: 'Spam',
  menu: 'Hand back to the menu',
}

export const inbox = {
  boxes: { mine: 'Mine', unassigned: 'Unassigned', all: 'All', closed: 'Closed' },
  empty: {
    mine: 'Conversations that are yours would be here.',
    unassigned: 'Conversations that are nobody’s would be here.',
    all: 'Open conversations would be here.',
    closed: 'Closed conversations would be here.',
  },
  choose: 'Choose a conversation from the list.',
  waits: 'waits',
  guest: 'Guest',
  answer: 'Your answer',
  send: 'Send',
  sendKeys: 'Enter sends, Shift+Enter begins a new line.',
  notSent: 'It is not known whether this was sent. Send it again: it counts once.',
  canned: 'Canned answers',
  noCanned: 'There are no canned answers.',
  assign: 'Assigned to',
  nobody: 'Nobody',
  takeIt: 'Take it',
  close: 'Close the conversation',
  closeAs: 'Close because',
  reasons,
  closed: 'Closed',
  isClosed: 'This conversation is closed. An answer opens it again.',
  earlier: 'Earlier messages',
  customer: 'Customer',
  menuWrote: 'Menu',
  read: 'Read',
  typing: 'The customer is typing',
  picture: 'Picture',
  file: 'File',
  files: {
    attach: 'Attach a picture or video',
    remove: 'Remove the file',
    preview: 'What will be sent',
    sending: 'How much is sent',
    again: 'Send again',
    unsupported: 'This file cannot be sent. PNG, JPEG, GIF, MP4 and MOV can.',
    tooLarge: (megabytes: number) => `This file is larger than ${megabytes}\u00A0MB.`,
    tooMany: (most: number) => `At most ${most} files wait here. Send these first.`,
    lost: (names: string) =>
      `${names}: chosen here before, and not attached any more. Choose it again to send it.`,
    forget: 'Not needed',
  },
  video: 'Video',
  editCanned: 'Edit the canned answers',
  times: 'Last seven days',
  firstAnswer: 'First answer',
  solved: 'Resolved',
  median: 'median',
  p90: 'nine of ten',
  talks: (count: number) => `${count}\u00A0${count === 1 ? 'conversation' : 'conversations'}`,
  noTimes: 'no figure yet',
  member: 'The member',
  openMember: 'Open the member',
}

export type InboxText = typeof inbox
