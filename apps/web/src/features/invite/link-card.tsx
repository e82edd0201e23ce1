import { copyText } from '#core/browser/copy.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useInviteText } from './text/invite-text.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './invite-sheet.module.css'

/** The link, to be copied or shared by the phone's own menu. */
export function LinkCard({ link }: { link: string }) {
  const { link: text } = useInviteText()
  const words = useVisitorText().copied
  // Only browsers that can share, and only on secure pages.
  const mayShare = 'share' in navigator

  async function copy(): Promise<void> {
    if (await copyText(link)) showToast('success', words.done(link))
    else showToast('danger', words.failed)
  }

  async function share(): Promise<void> {
    try {
      await navigator.share({ text: text.message, url: link })
    } catch (error) {
      // Closing the phone's menu means no; after any other failure the link is copied.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }

  return (
    <Card title={text.label}>
      <p className={styles.lead}>{text.lead}</p>
      <p className={styles.link} lang="en">
        {link}
      </p>
      <div className={styles.actions}>
        <Button kind={mayShare ? 'secondary' : 'primary'} onClick={() => void copy()}>
          {text.copy}
        </Button>
        {mayShare && <Button onClick={() => void share()}>{text.share}</Button>}
      </div>
    </Card>
  )
}
