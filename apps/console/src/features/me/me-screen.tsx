import { languages } from '@kapao/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useLanguage, useText } from '#core/i18n.tsx'
import { chooseTheme, readTheme, themes } from '#core/page/theme.ts'
import { reading } from '#core/queries.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Select } from '#ui/form/select.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useMe } from '#shared/me.ts'
import { StopButton } from '#shared/payouts/payout-dialogs.tsx'
import shared from '#shared/shared.module.css'
import styles from './me.module.css'
import { Notices } from './notices.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'
import { Terminals } from './terminals.tsx'

type Props = {
  /** Makes a passkey by the browser's options; handed in, since signing in is a feature of its own. */
  makePasskey: (options: Record<string, unknown>) => Promise<Record<string, unknown>>
}

export function MeScreen({ makePasskey }: Props) {
  const text = useText()
  const me = useMe()
  const { data, error, refetch } = useQuery(reading('GET /api/console/own'))
  return (
    <div className={styles.screen}>
      <h1>{me?.name ?? text.people.me}</h1>
      <p>
        {text.people.myRoles}:{' '}
        {me?.roles.map((role) => (
          <Badge key={role}>{text.people.roles[role]}</Badge>
        ))}
      </p>
      {me && (
        <p className={shared.dim}>
          {text.people.sessionEnds}: <WholeTime at={me.endsAt} />
        </p>
      )}
      <StopButton />
      <Look />
      <Notices />
      {error && <ReadFault error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data && (
        <>
          <Passkeys passkeys={data.passkeys} makePasskey={makePasskey} />
          <RecoveryCodes />
          <Sessions sessions={data.sessions} />
          <Terminals />
        </>
      )}
      <p className={shared.dim}>{text.desk.zone}</p>
    </div>
  )
}

function Look() {
  const text = useText()
  const i18n = useI18n()
  const language = useLanguage()
  const [theme, setTheme] = useState(readTheme)
  return (
    <section className={styles.card}>
      <h2>{text.people.look}</h2>
      <div className={styles.choices}>
        <Select
          label={text.desk.language}
          value={language}
          options={languages.map((one) => ({ value: one, text: text.desk.languages[one] }))}
          onChange={(next) => void i18n.switchTo(next)}
        />
        <Select
          label={text.desk.theme}
          value={theme}
          options={themes.map((one) => ({ value: one, text: text.desk.themes[one] }))}
          onChange={(next) => {
            setTheme(next)
            chooseTheme(next)
          }}
        />
      </div>
    </section>
  )
}
