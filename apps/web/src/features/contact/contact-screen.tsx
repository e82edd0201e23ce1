import { appVersion } from '@kapao/contract/limits'
import { useState, type ReactNode } from 'react'
import { call } from '#core/api.ts'
import { useAgainWhenBack } from '#core/browser/when-back.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { loadingDelay } from '#core/queries/loading-delay.ts'
import { isEarly } from '#core/start/early.ts'
import { useTitle } from '#shared/page-settings.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { linkOutIcon } from '@kapao/ui/icons/more-icons.ts'
import { talkIcon } from '@kapao/ui/icons/public-icons.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import styles from './contact-screen.module.css'
import fallbackPicture from './talk-to-us.svg?inline'

/** A setting that cannot be read counts as off: the contact link works for everybody. */
async function loadContact() {
  // Where the page was opened here, the picture of this screen was drawn long ago, and the answers are requested.
  if (!isEarly()) await loadingDelay()
  const [contact, chatIsOn] = await Promise.all([
    call('GET /api/lookup/contact'),
    call('GET /api/lookup/enableChatWidget').then(
      ({ enableChatWidget }) => enableChatWidget,
      () => false,
    ),
  ])
  return { ...contact, chatIsOn }
}

type ContactScreenProps = {
  /** Replaces the link with the chat if the operator has enabled it; a build without a chat keeps the link. */
  renderChat?: (link: ReactNode) => ReactNode
}

export function ContactScreen({ renderChat }: ContactScreenProps) {
  const text = useVisitorText().contact
  const contact = useAnswer(loadContact)
  useAgainWhenBack(contact)
  useTitle(text.title)

  return (
    <div className={styles.screen}>
      <PageHead title={text.title} />
      {contact.answer === null && contact.state === 'failed' ? (
        <LoadFailed icon={talkIcon} onAgain={contact.again}>
          {text.failed}
        </LoadFailed>
      ) : contact.answer === null ? (
        <div className={styles.card} aria-busy="true">
          <Picture source={fallbackPicture} alt="" />
          <div className={styles.way}>
            <Skeleton shape="title" />
          </div>
        </div>
      ) : (
        <ContactCard contact={contact.answer} renderChat={renderChat} />
      )}
      <p className={styles.version}>
        {text.version} {appVersion}
      </p>
    </div>
  )
}

type Contact = Awaited<ReturnType<typeof loadContact>>

type ContactCardProps = {
  contact: Contact
  renderChat: ContactScreenProps['renderChat'] | undefined
}

function ContactCard({ contact, renderChat }: ContactCardProps) {
  const text = useVisitorText().contact
  const { contactText, lineLink, lineName, lineQR, chatIsOn } = contact
  const [failedPicture, setFailedPicture] = useState<string | null>(null)
  const picture = lineQR !== null && lineQR !== failedPicture ? lineQR : fallbackPicture
  const link = <LineLink address={lineLink} name={lineName} />
  return (
    <div className={styles.card}>
      <Picture
        source={picture}
        alt={picture === fallbackPicture ? '' : text.qr(lineName)}
        onError={() => setFailedPicture(lineQR)}
      />
      <div className={styles.way}>{chatIsOn && renderChat ? renderChat(link) : link}</div>
      <SafeHtml markup={contactText} />
    </div>
  )
}

type PictureProps = { source: string; alt: string; onError?: () => void }

function Picture({ source, alt, onError }: PictureProps) {
  return (
    <img
      className={styles.picture}
      src={source}
      width={200}
      height={200}
      alt={alt}
      onError={onError}
    />
  )
}

function LineLink({ address, name }: { address: string; name: string }) {
  // An address of another scheme could run code when tapped.
  if (!/^https?:\/\//i.test(address)) return null
  return (
    <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
      <Icon path={linkOutIcon} />
      {name}
    </a>
  )
}
