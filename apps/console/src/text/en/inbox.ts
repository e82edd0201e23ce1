import type { closeReasons } from '@kapao/contract/console/inbox'

type Reason = (typeof closeReasons)[number] | 'menu'

const reasons: Record<Reason, string> = {
  solved: 'Solved',
  unanswered: 'No answer from the customer',
  duplicate: 'Continued in another conversation',
  spam: 'Spam',
  menu: 'Hand back to the menu',
}

export const inbox = {
  boxes: { mine: 'Mine', unassigned: 'Unassigned', all: 'All', closed: 'Closed' },
  empty: {
    mine: 'Your conversations appear here.',
    unassigned: 'Conversations that nobody has taken appear here.',
    all: 'Open conversations appear here.',
    closed: 'Closed conversations appear here.',
  },
  choose: 'Choose a conversation from the list.',
  waits: 'waiting',
  guest: 'Guest',
  answer: 'Your answer',
  send: 'Send',
  sendKeys: 'Enter sends, Shift+Enter begins a new line.',
  notSent: 'It is not known whether this was sent. Send it again: it counts only once.',
  canned: 'Canned answers',
  language: 'Language of the answer',
  claim: {
    phone: 'Phone that the guest has named',
    find: 'Find the member',
    none: 'No member has this phone.',
    unproven:
      'The guest claims to be this member. Nobody has verified it: give the guest no information that only the member may have.',
    end: 'It is somebody else',
  },
  noCanned: 'There are no canned answers.',
  assign: 'Assigned to',
  assignTo: 'Hand over',
  nobody: 'Nobody',
  toRole: (role: string) => `Role: ${role}`,
  takeIt: 'Take it',
  close: 'Close the conversation',
  block: 'Block for a day',
  unblock: 'Unblock',
  blockedUntil: 'Blocked until',
  blockedBefore: (times: number) =>
    `Blocked ${times}\u00A0${times === 1 ? 'time' : 'times'} before`,
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
    sending: 'Upload progress',
    again: 'Send again',
    unsupported: 'This file cannot be sent. PNG, JPEG, GIF, MP4 and MOV can.',
    tooLarge: (megabytes: number) => `This file is larger than ${megabytes}\u00A0MB.`,
    tooMany: (most: number) => `At most ${most} files can wait here. Send these first.`,
    lost: (names: string) =>
      `${names}: chosen earlier, but no longer attached. Choose the file again to send it.`,
    forget: 'Not needed',
  },
  video: 'Video',
  editCanned: 'Edit the canned answers',
  times: 'Last seven days',
  firstAnswer: 'First answer',
  solved: 'Resolved',
  median: 'median',
  p90: '9 in 10 within',
  talks: (count: number) => `${count}\u00A0${count === 1 ? 'conversation' : 'conversations'}`,
  noTimes: 'no data yet',
  member: 'The member',
}

export type InboxText = typeof inbox
