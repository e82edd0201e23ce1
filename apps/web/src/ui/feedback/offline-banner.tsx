import { useOnline } from '#core/browser/online.ts'
import { useText } from '#core/i18n.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { offlineIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './offline-banner.module.css'

/**
 * What stands between the page and the service: no signal, else the `notice`. The frame is always there, because a live
 * region that comes with its words may not be read.
 */
export function OfflineBanner({ notice }: { notice?: string | false }) {
  const text = useText()
  const online = useOnline()
  const words = online ? notice : text.offline
  return (
    <div role="status">
      {words && (
        <p className={styles.banner}>
          <Icon path={offlineIcon} />
          {words}
        </p>
      )}
    </div>
  )
}
