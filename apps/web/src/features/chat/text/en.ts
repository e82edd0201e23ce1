import { formatMinute } from '#core/format.ts'
import type { RefusalTexts } from '#text/refusal-texts.ts'
import type { TextOf } from '#text/text-of.ts'

export const chatText = {
  title: 'Chat with us',
  invite: 'Chat with an admin',
  hideInvite: 'Hide this note',
  open: 'Open the chat',
  /** On the contact card, as text. */
  begin: 'Write to us',
  close: 'Close the chat',
  unread: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  refresh: 'Reload messages',
  history: 'Messages',
  status: {
    up: 'Connected',
    connecting: 'Connecting…',
    offline: 'No connection. Your messages will be sent once you are back online.',
    catchingUp: 'Catching up…',
    quiet: 'Ask us anything',
  },
  today: 'Today',
  yesterday: 'Yesterday',
  end: 'End Conversation',
  gap: 'Catching up on missed messages…',
  older: 'Earlier messages',
  olderFailed: 'Earlier messages could not be loaded. Try again',
  loading: 'Loading messages…',
  newMessages: (count: number) =>
    count === 1 ? '1 new message below' : `${count} new messages below`,
  toNewest: 'To the newest message',
  empty:
    'Hello! Write to us, we are here to help. Ask “Where is my money?” and you will get an answer right away.',
  failed: 'Could not connect to the chat.',
  from: { us: 'From us', you: 'From you' },
  typing: 'Typing…',
  seen: 'Seen',
  delivery: {
    uploading: (percent: number) => `Uploading ${percent}%`,
    sending: 'Sending',
    waiting: 'Waiting for the connection',
    failed: 'Not sent',
    sent: 'Sent',
  },
  refusals: {
    CHAT_BLOCKED: (againAtMs: number | null) =>
      `We have closed this chat for you for a day. ${againAtMs === null ? 'Please write again later.' : `You can write again from ${formatMinute(againAtMs)}.`}`,
  } satisfies Pick<RefusalTexts, 'CHAT_BLOCKED'>,
  again: 'Send again',
  remove: 'Remove',
  cancel: 'Cancel',
  composer: {
    label: 'Your message',
    hint: 'Write a message',
    send: 'Send',
    attach: 'Attach a picture or a video',
    counter: (used: number, most: number) => `${used}/${most}`,
  },
  attachment: {
    ready: (name: string) => `Ready to send: ${name}`,
    unsupported: 'File is not supported',
    tooLarge: (megabytes: number) =>
      `The file is too large. Please select file no larger than ${megabytes} MB.`,
    drop: 'Remove the file',
  },
  media: {
    picture: (name: string) => `Picture: ${name}`,
    video: (name: string) => `Video: ${name}`,
    file: (name: string) => `File: ${name}`,
    broken: 'This can no longer be shown. Please reload the messages.',
    lost: 'We no longer have this file, and we are sorry. Please send it again.',
    /** For the member's own file, before it was sent. */
    unseen: 'This device cannot show this file.',
  },
  cards: {
    label: 'Cards',
    previous: 'Previous card',
    next: 'Next card',
    place: (n: number, all: number) => `Card ${n} of ${all}`,
  },
  unknown: 'This message cannot be shown in this version. Please open the page again.',
}

/** The texts of the chat, fetched with it. */
export type ChatText = TextOf<typeof chatText>
