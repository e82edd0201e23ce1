import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { EntryCard } from '../entry-card.tsx'
import styles from '../entry.module.css'
import { makePasskey } from '../passkey.ts'
import { NewKey } from './new-key.tsx'

/** A recovery code makes a passkey; the passkey signs in. */
export function RecoverScreen({ onSignIn }: { onSignIn: () => void }) {
  const { ways } = useText()
  const making = useMutation({
    mutationFn: async ({ text: code, label }: { text: string; label: string }) => {
      const { challenge, options } = await call('POST /api/console/recovery/begin', { code })
      const answer = await makePasskey(options)
      await call('POST /api/console/recovery/finish', { code, challenge, answer, label })
    },
  })
  if (making.isSuccess)
    return (
      <EntryCard title={ways.recover}>
        <WaitNote>{ways.recovered}</WaitNote>
        <Button look="primary" takesFocus onPress={onSignIn}>
          {ways.toSignIn}
        </Button>
      </EntryCard>
    )
  return (
    <EntryCard title={ways.recover}>
      <p className={styles.lead}>{ways.recoverLead}</p>
      <NewKey
        label={ways.recoverCode}
        action={ways.recover}
        isBusy={making.isPending}
        error={making.error}
        onMake={(typed) => making.mutate(typed)}
      />
      <p className={styles.lead}>{ways.recoverNone}</p>
      <Button look="quiet" onPress={onSignIn}>
        {ways.toSignIn}
      </Button>
    </EntryCard>
  )
}
