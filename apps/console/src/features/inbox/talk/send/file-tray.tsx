import { Icon } from '@kapao/ui/icons/icon.tsx'
import { closeIcon } from '@kapao/ui/icons/more-icons.ts'
import { isOpen } from '#core/calls/fault.ts'
import { formatBytes } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/fault-text.ts'
import styles from './send.module.css'
import type { ChosenFile } from './use-file.ts'
import { isVideo, type Unfit } from './unfit.ts'

type Props = {
  chosen: ChosenFile | null
  unfit: Unfit | null
  share: number
  sending: { isPending: boolean; error: unknown }
  onDrop: () => void
}

/** What will be sent, how far it is, and why it did not go. */
export function FileTray({ chosen, unfit, share, sending, onDrop }: Props) {
  const text = useText()
  const faultText = useFaultText()
  const { files } = text.inbox
  const { isPending, error } = sending
  return (
    <>
      {unfit && (
        <FaultNote>
          {unfit.kind === 'unsupported' ? files.unsupported : files.tooLarge(unfit.megabytes)}
        </FaultNote>
      )}
      {error !== null && (
        <FaultNote>{isOpen(error) ? text.inbox.notSent : faultText(error)}</FaultNote>
      )}
      {chosen && (
        <div className={styles.tray}>
          <Preview chosen={chosen} />
          <div className={styles.about}>
            <p className={styles.name}>{chosen.file.name}</p>
            <p className={styles.dim}>{formatBytes(chosen.file.size)}</p>
            {isPending && (
              <progress
                className={styles.progress}
                max={1}
                value={share}
                aria-label={files.sending}
              />
            )}
          </div>
          <Button look="quiet" isSquare onPress={onDrop} aria-label={files.remove}>
            <Icon path={closeIcon} />
          </Button>
        </div>
      )}
    </>
  )
}

function Preview({ chosen: { file, preview } }: { chosen: ChosenFile }) {
  const { files } = useText().inbox
  if (!isVideo(file.type))
    return <img src={preview} alt={files.preview} className={styles.preview} />
  return (
    <video
      src={preview}
      muted
      preload="metadata"
      aria-label={files.preview}
      className={styles.preview}
    />
  )
}
