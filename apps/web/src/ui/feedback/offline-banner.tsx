import { useOnline } from '#core/browser/online.ts'
import { useText } from '#core/i18n.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { offlineIcon } from '#ui/icons/public-icons.ts'
import styles from './offline-banner.module.css'

/** The frame is always there, because a live region that comes with its words may not be read. */
export function OfflineBanner() {
  const text = useText()
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className={styles.banner}>
          <Icon path={offlineIcon} />
          {text.offline}
        </p>
      )}
    </div>
  )
}
