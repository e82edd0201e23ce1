import type { Me } from '@kapao/contract/console/sign-in'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { formatWhole } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { sendBy } from '#ui/form/send-by.ts'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { EntryCard } from './entry-card.tsx'
import { EntryFault } from './entry-fault.tsx'
import styles from './entry.module.css'
import { makePasskey } from './passkey.ts'
import { PasswordForm } from './password-form.tsx'

type EnrolProps = { onDone: (me: Me) => void }

/** The token is in the fragment of the link, which browsers send to no server. */
export function EnrolScreen({ token, onDone }: { token: string } & EnrolProps) {
  const text = useText()
  const faultText = useFaultText()
  const [byPassword, setByPassword] = useState(false)
  // A truncated link is shown as truncated.
  const isWhole = /^[\w-]{43}$/.test(token)
  const { data, error } = useQuery({
    queryKey: ['enrolment', token],
    queryFn: () => call('POST /api/console/enrol/read', { token }),
    enabled: isWhole,
    retry: false,
    staleTime: Infinity,
  })
  if (!isWhole)
    return (
      <EntryCard title={text.people.enrol}>
        <FaultNote>{text.people.noLink}</FaultNote>
      </EntryCard>
    )
  return (
    <EntryCard title={text.people.enrol}>
      {error && (
        <FaultNote>
          {faultText(error)} {text.people.linkOver}
        </FaultNote>
      )}
      {!data && !error && <Loading rows={2} />}
      {data && (
        <>
          <p className={styles.lead}>{text.people.enrolLead(data.name, formatWhole(data.until))}</p>
          {byPassword ? (
            <NewPassword token={token} onDone={onDone} />
          ) : (
            <NewPasskey token={token} onDone={onDone} />
          )}
          {data.passwords && (
            <Button look="quiet" onPress={() => setByPassword(!byPassword)}>
              {byPassword ? text.people.withPasskey : text.people.makePassword}
            </Button>
          )}
        </>
      )}
    </EntryCard>
  )
}

function NewPasskey({ token, onDone }: { token: string } & EnrolProps) {
  const text = useText()
  const [label, setLabel] = useState(text.people.passkeyLabelUsual)
  const enrol = useMutation({
    mutationFn: async () => {
      const { challenge, options } = await call('POST /api/console/enrol/begin', { token })
      const answer = await makePasskey(options)
      return call('POST /api/console/enrol/finish', { token, challenge, answer, label })
    },
    onSuccess: onDone,
  })
  return (
    <form className={styles.form} noValidate onSubmit={sendBy({ send: enrol.mutate })}>
      <Field label={text.people.passkeyLabel} value={label} onChange={setLabel} maxLength={40} />
      <EntryFault error={enrol.error} />
      <Button
        type="submit"
        look="primary"
        isDisabled={label.trim() === ''}
        isBusy={enrol.isPending}
      >
        {text.people.makePasskey}
      </Button>
    </form>
  )
}

function NewPassword({ token, onDone }: { token: string } & EnrolProps) {
  const text = useText()
  const begun = useQuery({
    queryKey: ['password', token],
    queryFn: () => call('POST /api/console/enrol/password/begin', { token }),
    retry: false,
    staleTime: Infinity,
  })
  const finish = useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      call('POST /api/console/enrol/password/finish', {
        token,
        challenge: begun.data?.challenge ?? '',
        password,
        code,
      }),
    onSuccess: onDone,
  })
  if (begun.error) return <EntryFault error={begun.error} />
  if (!begun.data) return <Loading rows={2} />
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{text.people.makePasswordLead}</p>
      <QrCode text={begun.data.address} />
      <p>
        {text.people.secret} <span className={styles.secret}>{begun.data.secret}</span>
      </p>
      <PasswordForm
        asksName={false}
        isNew
        action={text.people.finish}
        isBusy={finish.isPending}
        error={finish.error}
        onSend={(typed) => finish.mutate(typed)}
      />
    </div>
  )
}

/** Drawn by the page itself, so that the secret is sent nowhere. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR">
      <path d={path} fill="currentcolor" />
    </svg>
  )
}
