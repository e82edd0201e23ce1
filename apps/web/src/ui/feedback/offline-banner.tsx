import { useOnline } from '@kapao/ui/online.ts'
import { useSyncExternalStore } from 'react'
import { lineWords, subscribeToLine } from '#core/calls/line.ts'
import { useText } from '#core/i18n.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { offlineIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './offline-banner.module.css'

/**
 * Why the service cannot be used: no connection, no answer, else the `notice`. The frame is always rendered, because screen
 * readers may ignore a live region that is added together with its text.
 */
export function OfflineBanner({ notice }: { notice?: string | false }) {
  const text = useText()
  const online = useOnline()
  const silence = useSyncExternalStore(subscribeToLine, lineWords, lineWords)
  const words = online ? silence || notice : text.offline
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
