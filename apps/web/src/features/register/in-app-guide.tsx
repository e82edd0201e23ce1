import { copyText } from '#core/browser/copy.ts'
import { inAppBrowserOf, realBrowserLink } from '#core/browser/in-app.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { paths } from '#shared/paths.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import styles from './in-app-guide.module.css'

/** Invite links open inside LINE or Facebook, whose browsers do not keep data: offers a real browser, with the code. */
export function InAppGuide({ code }: { code: string }) {
  const text = useVisitorText()
  const app = inAppBrowserOf(navigator.userAgent)
  if (app === null) return null
  const query = code === '' ? '' : `?code=${encodeURIComponent(code)}`
  const address = `${location.origin}${paths.register}${query}`
  const link = realBrowserLink(address, navigator.userAgent)

  async function copy(): Promise<void> {
    if (await copyText(address)) showToast('success', text.copied.done(address))
    else showToast('danger', text.copied.failed)
  }

  return (
    <Card title={text.inApp.title(app)}>
      <p>{text.inApp.sentence}</p>
      {link !== null && (
        <a className={styles.open} href={link}>
          {text.inApp.open}
        </a>
      )}
      <Button kind="secondary" onClick={() => void copy()}>
        {text.inApp.copy}
      </Button>
      <p className={styles.menu}>{text.inApp.menu}</p>
    </Card>
  )
}
