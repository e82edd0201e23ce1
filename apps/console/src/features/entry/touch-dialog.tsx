import type { Me } from '@kapao/contract/console/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Button } from '#ui/form/button.tsx'
import { keepMe, useMe } from '#shared/me.ts'
import { EntryFault } from './entry-fault.tsx'
import { touchPasskey } from './passkey.ts'
import { PasswordForm } from './password-form.tsx'

type Props = { onAnswer: (isGiven: boolean) => void }

/** Asks for the passkey again; the call that needed it then continues. */
export function TouchDialog({ onAnswer }: Props) {
  const text = useText()
  const me = useMe()
  const onSuccess = (next: Me): void => {
    keepMe(next)
    onAnswer(true)
  }
  const touch = useMutation({ mutationFn: touchPasskey, onSuccess })
  const byPassword = useMutation({
    mutationFn: (typed: { password: string; code: string }) =>
      call('POST /api/console/touch/password', typed),
    onSuccess,
  })
  const ways = me?.ways ?? ['passkey']
  return (
    <Dialog title={text.people.touch} onClose={() => onAnswer(false)}>
      <p>{text.people.touchLead}</p>
      {ways.includes('passkey') && (
        <>
          <EntryFault error={touch.error} />
          <Button look="primary" takesFocus isBusy={touch.isPending} onPress={() => touch.mutate()}>
            {text.people.touchPasskey}
          </Button>
        </>
      )}
      {ways.includes('password') && (
        <PasswordForm
          asksName={false}
          action={text.people.touchPassword}
          isBusy={byPassword.isPending}
          error={byPassword.error}
          onSend={({ password, code }) => byPassword.mutate({ password, code })}
        />
      )}
    </Dialog>
  )
}
