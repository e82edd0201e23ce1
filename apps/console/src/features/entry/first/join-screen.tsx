import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWhole } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { EntryCard } from '../entry-card.tsx'
import { EntryFault } from '../entry-fault.tsx'
import styles from '../entry.module.css'
import { makePasskey } from '../passkey.ts'
import { keepJoin, nameTyped, readKept, type KeptJoin } from './kept-join.ts'
import { NewKey } from './new-key.tsx'

const askAgainMs = 5_000

type Props = { onSignIn: () => void }

/** For who is to become an operator: a passkey of one's own first, then its code for the person who adds them. */
export function JoinScreen({ onSignIn }: Props) {
  const { ways } = useText()
  const [join, setJoin] = useState(readKept)
  const change = (next: KeptJoin | null): void => {
    keepJoin(next)
    setJoin(next)
  }
  const making = useMutation({
    mutationFn: async ({ text, label }: { text: string; label: string }) => {
      const name = nameTyped(text)
      const { challenge, options } = await call('POST /api/console/join/begin', { name })
      const answer = await makePasskey(options)
      const made = { name, challenge, answer, label }
      return { name, ...(await call('POST /api/console/join/finish', made)) }
    },
    onSuccess: change,
  })
  return (
    <EntryCard title={ways.join}>
      {join ? (
        <Waiting join={join} onSignIn={onSignIn} onAgain={() => change(null)} />
      ) : (
        <>
          <p className={styles.lead}>{ways.joinLead}</p>
          <NewKey
            label={ways.joinName}
            action={ways.joinMake}
            wrong={ways.joinNameWrong}
            isBusy={making.isPending}
            error={making.error}
            onMake={(typed) => making.mutate(typed)}
          />
          <Button look="quiet" onPress={onSignIn}>
            {ways.toSignIn}
          </Button>
        </>
      )}
    </EntryCard>
  )
}

type WaitingProps = { join: KeptJoin; onSignIn: () => void; onAgain: () => void }

function Waiting({ join, onSignIn, onAgain }: WaitingProps) {
  const { ways } = useText()
  const { name, code, until } = join
  const asked = useQuery({
    queryKey: ['join', code],
    queryFn: () => call('POST /api/console/join/read', { code }),
    refetchInterval: ({ state }) =>
      ['added', 'over'].includes(state.data?.state ?? '') ? false : askAgainMs,
  })
  const state = asked.data?.state ?? 'open'
  const words = {
    open: ways.joinOpen,
    asked: ways.joinAsked,
    added: ways.joinAdded,
    over: ways.joinOver,
  }
  return (
    <>
      {(state === 'open' || state === 'asked') && (
        <>
          <p className={styles.lead}>{ways.joinCodeLead(name)}</p>
          <p className={styles.code} aria-label={ways.joinCode} translate="no">
            {code}
          </p>
          <p className={styles.lead}>{ways.joinUntil(formatWhole(until))}</p>
        </>
      )}
      <div role="status">
        <WaitNote>{words[state]}</WaitNote>
      </div>
      <EntryFault error={asked.error} />
      {state === 'added' && (
        <Button
          look="primary"
          takesFocus
          onPress={() => {
            onAgain()
            onSignIn()
          }}
        >
          {ways.toSignIn}
        </Button>
      )}
      {state !== 'added' && (
        <Button look="quiet" onPress={onAgain}>
          {ways.joinAgain}
        </Button>
      )}
    </>
  )
}
