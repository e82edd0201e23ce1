import { isVideo } from '@kapao/contract/attachment'
import { useEffect, useState } from 'react'
import { useChatText } from '../text/chat-text.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { closeIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './composer.module.css'

/** Shows a file before it is sent. */
export function AttachmentTray({ file, onDrop }: { file: File; onDrop: () => void }) {
  const text = useChatText().attachment
  const address = usePreview(file)
  return (
    <div className={styles.tray}>
      {isVideo(file.type) ? (
        <video className={styles.preview} src={address} muted playsInline preload="metadata" />
      ) : (
        <img className={styles.preview} src={address} alt="" />
      )}
      <span className={styles.fileName}>{text.ready(file.name)}</span>
      <IconButton label={text.drop} path={closeIcon} onClick={onDrop} />
    </div>
  )
}

/** Created once for each chosen file; the tray is rendered with a key for each. */
function usePreview(file: File): string {
  const [address] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return address
}
