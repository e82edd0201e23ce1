import { appVersion } from '@kapao/contract/limits'
import { useState } from 'react'
import { call } from '#core/api.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { useTitle } from '#shared/page-settings.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { linkOutIcon } from '#ui/icons/more-icons.ts'
import { talkIcon } from '#ui/icons/public-icons.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import styles from './contact-screen.module.css'
import fallbackPicture from './talk-to-us.svg'

function loadContact() {
  return call('GET /api/lookup/contact')
}

export function ContactScreen() {
  const text = useVisitorText().contact
  const again = useText().action.again
  const contact = useAnswer(loadContact)
  useTitle(text.title)

  return (
    <div className={styles.screen}>
      <PageHead title={text.title} />
      {contact.answer === null && contact.state === 'loading' && (
        <div className={styles.card} aria-busy="true">
          <Skeleton shape="square" />
          <Skeleton shape="title" />
        </div>
      )}
      {contact.answer === null && contact.state === 'failed' && (
        <EmptyState
          path={talkIcon}
          failed
          action={
            <Button kind="secondary" onClick={contact.again}>
              {again}
            </Button>
          }
        >
          {text.failed}
        </EmptyState>
      )}
      {contact.answer && <ContactCard contact={contact.answer} />}
      <p className={styles.version}>
        {text.version} {appVersion}
      </p>
    </div>
  )
}

type Contact = Awaited<ReturnType<typeof loadContact>>

function ContactCard({ contact }: { contact: Contact }) {
  const text = useVisitorText().contact
  const { contactText, lineLink, lineName, lineQR } = contact
  const [failedPicture, setFailedPicture] = useState<string | null>(null)
  const picture = lineQR !== null && lineQR !== failedPicture ? lineQR : fallbackPicture
  // An address of another scheme could run something when it is tapped.
  const mayLink = /^https?:\/\//i.test(lineLink)

  return (
    <div className={styles.card}>
      <img
        className={styles.picture}
        src={picture}
        width={200}
        height={200}
        alt={picture === fallbackPicture ? '' : text.qr(lineName)}
        onError={() => setFailedPicture(lineQR)}
      />
      {mayLink && (
        <a className={styles.link} href={lineLink} target="_blank" rel="noopener noreferrer">
          <Icon path={linkOutIcon} />
          {lineName}
        </a>
      )}
      <SafeHtml markup={contactText} />
    </div>
  )
}
