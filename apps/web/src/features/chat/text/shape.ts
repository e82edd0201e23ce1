/** The texts of the chat; fetched with it. */
export type ChatText = {
  title: string
  invite: string
  hideInvite: string
  open: string
  /** On the contact card, in words. */
  begin: string
  close: string
  unread: (count: number) => string
  refresh: string
  history: string
  status: { up: string; connecting: string; offline: string; catchingUp: string; quiet: string }
  today: string
  yesterday: string
  end: string
  gap: string
  older: string
  olderFailed: string
  loading: string
  newMessages: (count: number) => string
  toNewest: string
  empty: string
  failed: string
  from: { us: string; you: string }
  typing: string
  seen: string
  delivery: {
    uploading: (percent: number) => string
    sending: string
    waiting: string
    failed: string
    sent: string
  }
  again: string
  remove: string
  cancel: string
  composer: {
    label: string
    hint: string
    send: string
    attach: string
    counter: (used: number, most: number) => string
  }
  attachment: {
    ready: (name: string) => string
    unsupported: string
    tooLarge: (megabytes: number) => string
    drop: string
  }
  media: {
    picture: (name: string) => string
    video: (name: string) => string
    file: (name: string) => string
    broken: string
    /** One's own, before it was sent. */
    unseen: string
  }
  cards: {
    label: string
    previous: string
    next: string
    place: (n: number, all: number) => string
  }
  unknown: string
}
