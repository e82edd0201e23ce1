import type { Me } from '@kapao/contract/console/sign-in'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { EntryCard } from './entry-card.tsx'
import { EntryFault } from './entry-fault.tsx'
import styles from './entry.module.css'
import { knowsPasskeys, signInByPasskey } from './passkey.ts'
import { PasswordForm } from './password-form.tsx'

type Props = {
  isOver: boolean
  onDone: (me: Me) => void
  onJoin: () => void
  onRecover: () => void
}

export function SignInScreen({ isOver, onDone, onJoin, onRecover }: Props) {
  const text = useText()
  const desk = useQuery(reading('GET /api/console/desk')).data
  const [byPassword, setByPassword] = useState(false)
  return (
    <EntryCard title={text.people.signIn}>
      {isOver && <WaitNote>{text.people.sessionOver}</WaitNote>}
      {byPassword ? <WithPassword onDone={onDone} /> : <WithPasskey onDone={onDone} />}
      {desk?.passwords && (
        <Button look="quiet" onPress={() => setByPassword(!byPassword)}>
          {byPassword ? text.people.withPasskey : text.people.withPassword}
        </Button>
      )}
      <div className={styles.foot}>
        <Button look="quiet" onPress={onRecover}>
          {text.ways.recoverAsk}
        </Button>
        <Button look="quiet" onPress={onJoin}>
          {text.ways.joinAsk}
        </Button>
      </div>
      {desk?.demo && <AsDemo names={desk.demo} onDone={onDone} />}
    </EntryCard>
  )
}

function WithPasskey({ onDone }: { onDone: (me: Me) => void }) {
  const text = useText()
  const signIn = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone })
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{text.people.signInLead}</p>
      <EntryFault error={signIn.error} />
      {knowsPasskeys() ? (
        <Button look="primary" takesFocus isBusy={signIn.isPending} onPress={() => signIn.mutate()}>
          {text.people.passkey}
        </Button>
      ) : (
        <WaitNote>{text.people.noPasskeys}</WaitNote>
      )}
    </div>
  )
}

function WithPassword({ onDone }: { onDone: (me: Me) => void }) {
  const text = useText()
  const signIn = useMutation({
    mutationFn: (typed: { name: string; password: string; code: string }) =>
      call('POST /api/console/sign-in/password', typed),
    onSuccess: onDone,
  })
  return (
    <PasswordForm
      asksName
      action={text.people.password}
      isBusy={signIn.isPending}
      error={signIn.error}
      onSend={(typed) => signIn.mutate(typed)}
    />
  )
}

/** In a demo installation anybody may sign in as any of its operators. */
function AsDemo({ names, onDone }: { names: readonly string[]; onDone: (me: Me) => void }) {
  const text = useText()
  const signIn = useMutation({
    mutationFn: (name: string) => call('POST /api/console/sign-in/demo', { name }),
    onSuccess: onDone,
  })
  return (
    <WaitNote>
      <p>{text.people.demo}</p>
      <EntryFault error={signIn.error} />
      <div className={styles.demos}>
        {names.map((name) => (
          <Button key={name} isBusy={signIn.isPending} onPress={() => signIn.mutate(name)}>
            {name}
          </Button>
        ))}
      </div>
    </WaitNote>
  )
}
