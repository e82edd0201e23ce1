import type { DeskMessage } from '@kapao/contract/console/inbox'
import { useText } from '#core/i18n.tsx'
import { Person } from '#shared/facts/as-written.tsx'
import { classes } from '#ui/classes.ts'
import { Time } from '#ui/show/time.tsx'
import styles from './talk.module.css'

type Props = { message: DeskMessage; isRead: boolean }

/** Message text is rendered as text only; pictures only from our own address. */
export function Message({ message, isRead }: Props) {
  const text = useText()
  const { writer, operator, createdAt } = message
  const look = { customer: null, menu: styles.menu, person: styles.ours }[writer]
  const by = {
    customer: text.inbox.customer,
    menu: text.inbox.menuWrote,
    person: <Person name={operator} />,
  }[writer]
  return (
    <div className={classes(styles.message, look)}>
      <div translate="no">
        <Body message={message.message} />
      </div>
      <p className={styles.meta}>
        {by} · <Time at={createdAt} />
        {writer === 'person' && isRead && ` · ${text.inbox.read}`}
      </p>
    </div>
  )
}

function Body({ message }: { message: DeskMessage['message'] }) {
  switch (message.message_type) {
    case 'text':
      return <p>{message.payload.message}</p>
    case 'postback':
      return <p>{message.payload.title || message.payload.message}</p>
    case 'buttons':
    case 'quick_replies': {
      const titles = message.payload.buttons.map(({ title }) => `[${title}]`)
      return <p>{[message.payload.message, ...titles].join(' ')}</p>
    }
    case 'generic':
      return <p>{message.payloads.map(({ title }) => title).join(' · ')}</p>
    case 'media':
      return <Media payload={message.payload} />
  }
}

type MediaPayload = Extract<DeskMessage['message'], { message_type: 'media' }>['payload']

function Media({ payload }: { payload: MediaPayload }) {
  const text = useText()
  const { filePath, fileType, name, message, thumbnail, width, height } = payload
  const isOwn = isOurs(filePath)
  const small = thumbnail !== undefined && isOurs(thumbnail) ? thumbnail : filePath
  return (
    <>
      {fileType === 'image' && isOwn && (
        <a href={filePath} target="_blank" rel="noreferrer noopener">
          <img
            src={small}
            alt={text.inbox.picture}
            className={styles.picture}
            {...(width && height ? { width, height } : {})}
          />
        </a>
      )}
      {fileType === 'video' && isOwn && (
        // Videos of customers have no subtitles.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          src={filePath}
          controls
          preload="metadata"
          aria-label={text.inbox.video}
          className={styles.picture}
        />
      )}
      {(!isOwn || fileType === 'file') && (
        <p>
          {text.inbox.file}: {name}
        </p>
      )}
      {message && <p>{message}</p>}
    </>
  )
}

function isOurs(address: string): boolean {
  return address.startsWith('/') && !address.startsWith('//')
}
