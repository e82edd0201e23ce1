import { useEffect, useState } from 'react'
import { useChatText } from '../text/chat-text.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { closeIcon } from '@kapao/ui/icons/more-icons.ts'
import { isVideo } from '../story/attachment.ts'
import styles from './composer.module.css'

/** What is about to be sent, to be looked at before. */
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

/** Made anew for each file that is chosen; the tray is drawn by a key of its own. */
function usePreview(file: File): string {
  const [address] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return address
}
