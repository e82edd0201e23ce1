import { isVideo } from '@kapao/contract/attachment'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { closeIcon } from '@kapao/ui/icons/more-icons.ts'
import { isOpen } from '#core/calls/fault.ts'
import { formatBytes } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import type { InboxText } from '#text/en/inbox.ts'
import shared from '#shared/shared.module.css'
import styles from './send.module.css'
import type { ChosenFile, UnfitFile } from './use-files.ts'

type Props = {
  chosen: readonly ChosenFile[]
  /** Names of the files that a reload has lost. */
  lost: readonly string[]
  unfit: UnfitFile | null
  share: number
  sending: { isPending: boolean; error: unknown; variables: ChosenFile | undefined }
  drop: (file: ChosenFile) => void
  forget: () => void
}

/** The files to be sent, with their progress, or why sending failed. */
export function FileTray({ chosen, lost, unfit, share, sending, drop, forget }: Props) {
  const text = useText()
  const faultText = useFaultText()
  const { files } = text.inbox
  const { isPending, error, variables } = sending
  return (
    <>
      {lost.length > 0 && (
        <div role="alert">
          <WaitNote>
            <div className={styles.lost}>
              <p>{files.lost(lost.join(', '))}</p>
              <Button onPress={forget}>{files.forget}</Button>
            </div>
          </WaitNote>
        </div>
      )}
      {unfit && (
        <FaultNote>
          {unfit.name}: {unfitText(unfit, files)}
        </FaultNote>
      )}
      {error !== null && (
        <FaultNote>{isOpen(error) ? text.inbox.notSent : faultText(error)}</FaultNote>
      )}
      {chosen.length > 0 && (
        <ul className={styles.tray} aria-label={files.preview}>
          {chosen.map((one) => (
            <li key={one.preview} className={styles.file}>
              <Preview chosen={one} />
              <div className={styles.about}>
                <p className={styles.name}>{one.file.name}</p>
                <p className={shared.dim}>{formatBytes(one.file.size)}</p>
                {isPending && one === variables && (
                  <progress
                    className={styles.progress}
                    max={1}
                    value={share}
                    aria-label={files.sending}
                  />
                )}
              </div>
              <Button
                look="quiet"
                isSquare
                onPress={() => drop(one)}
                aria-label={`${files.remove}: ${one.file.name}`}
              >
                <Icon path={closeIcon} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function unfitText(unfit: UnfitFile, files: InboxText['files']): string {
  switch (unfit.kind) {
    case 'unsupported':
      return files.unsupported
    case 'too-large':
      return files.tooLarge(unfit.megabytes)
    case 'too-many':
      return files.tooMany(unfit.most)
  }
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
