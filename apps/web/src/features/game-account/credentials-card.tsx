import { useState } from 'react'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useMemberText, useText, useVisitorText } from '#core/i18n.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { IconButton } from '#ui/form/icon-button.tsx'
import { eyeIcon, eyeOffIcon } from '@kapao/ui/icons/public-icons.ts'
import { Card } from '#ui/layout/card.tsx'
import { CopyRow } from '#ui/layout/copy-row.tsx'
import { ConfirmDialog } from '#ui/sheet/confirm-dialog.tsx'
import styles from './credentials-card.module.css'
import type { useCredentials } from './queries.ts'

/** Replaces a hidden password, however long it is. */
const dots = '••••••••'

type CredentialsCardProps = { credentials: ReturnType<typeof useCredentials> }

/** The member's name and password at the game, to copy; the password is shown on request. */
export function CredentialsCard({ credentials: { shown, renew } }: CredentialsCardProps) {
  const text = useMemberText().games
  const words = useVisitorText().copied
  const again = useText().action.again
  const [isRevealed, setRevealed] = useState(false)
  const { data, isError, refetch } = shown

  return (
    <Card title={text.credentials}>
      {data ? (
        <>
          <CopyRow label={text.username} value={data.username} words={words} />
          <div className={styles.secret}>
            <CopyRow
              label={text.password}
              value={isRevealed ? data.password : dots}
              copied={data.password}
              words={words}
            />
            <IconButton
              label={isRevealed ? text.conceal : text.reveal}
              path={isRevealed ? eyeOffIcon : eyeIcon}
              pressed={isRevealed}
              onClick={() => setRevealed(!isRevealed)}
            />
          </div>
          <NewPassword renew={renew} onRenewed={() => setRevealed(true)} />
        </>
      ) : isError ? (
        <div className={styles.failed} role="alert">
          <p>{text.credentialsFailed}</p>
          <Button kind="secondary" onClick={() => void refetch()}>
            {again}
          </Button>
        </div>
      ) : (
        <div className={styles.loading} aria-busy="true">
          <Skeleton shape="title" />
          <Skeleton shape="title" />
        </div>
      )}
    </Card>
  )
}

type NewPasswordProps = { renew: () => Promise<void>; onRenewed: () => void }

function NewPassword({ renew, onRenewed }: NewPasswordProps) {
  const text = useMemberText().games
  const form = useVisitorText().form
  const faultText = useFaultText()
  const [isAsked, setAsked] = useState(false)
  const [isSending, once] = useSending()

  async function send(): Promise<void> {
    try {
      await renew()
      onRenewed()
      setAsked(false)
      showToast('success', text.resetDone)
    } catch (fault) {
      setAsked(false)
      const sentence = faultText(fault)
      if (sentence !== null) showToast('danger', sentence)
    }
  }

  return (
    <>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        {text.reset}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={text.reset}
          confirm={form.confirm}
          cancel={form.cancel}
          busy={isSending}
          onConfirm={() => void once(send)}
          onCancel={() => setAsked(false)}
        >
          <p>{text.resetLead}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
