import { useEffect, useRef, useState, type ReactNode } from 'react'
import { call } from '#core/api.ts'
import { leaveShell, tickedBefore, typedBefore } from '#core/start/early.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useText } from '#core/i18n.tsx'
import { openSession } from '#core/session/session.ts'
import { goOnInside, Link, loginState } from '#shared/link.tsx'
import { useSettings, useTitle } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { Button } from '#ui/form/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form } from '#ui/layout/form.tsx'
import styles from './login-screen.module.css'

type SetFault = (fault: unknown) => void

type LoginScreenProps = {
  /** Called when a member starts to type: prefetches the member part. */
  onIntent: () => void
  /** `setFault` receives the error that kept the sheet from being shown, or null. */
  renderForgotten: (phone: string, close: () => void, setFault: SetFault) => ReactNode
  /** Says why the session has ended; `plainly` is shown while, and if, it cannot. */
  renderEnded: (why: string | null | undefined, plainly: ReactNode) => ReactNode
}

export function LoginScreen({ onIntent, renderForgotten, renderEnded }: LoginScreenProps) {
  const text = useText().login
  const checked = useActiveCheck()
  const [before] = useState(loginState)
  const [username, setUsername] = useState(() => typedBefore('username') || (before.phone ?? ''))
  const [password, setPassword] = useState(() => typedBefore('password'))
  const [remember, setRemember] = useState(tickedBefore)
  const [fault, setFault] = useState<unknown>(null)
  const [forgetting, setForgetting] = useState(false)
  const [sending, once] = useSending()
  useTitle(text.title)
  useEffect(leaveShell, [])

  async function login(): Promise<void> {
    if (username === '' || password === '') return
    setFault(null)
    try {
      await checked.current
      const { token } = await call('POST /api/login', { username, password })
      openSession(token, remember)
      goOnInside()
    } catch (error) {
      setFault(error)
    }
  }

  const typed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFault(null)
  }

  return (
    <div className={styles.screen}>
      <LoginHead />
      <Ended before={before} renderEnded={renderEnded} />
      <div onFocus={onIntent}>
        <Form label={text.title} onSubmit={() => void once(login)}>
          <TextField
            label={text.phone}
            type="tel"
            name="username"
            autoComplete="username"
            value={username}
            onChange={typed(setUsername)}
          />
          <PasswordField
            label={text.password}
            purpose="current-password"
            value={password}
            onChange={typed(setPassword)}
          />
          <div className={styles.row}>
            <Checkbox label={text.remember} checked={remember} onChange={setRemember} />
            <button type="button" className={styles.link} onClick={() => setForgetting(true)}>
              {text.forgotten}
            </button>
          </div>
          <Button submit busy={sending}>
            {text.submit}
          </Button>
          <Fault fault={fault} />
        </Form>
      </div>
      <RegisterLine />
      {forgetting && renderForgotten(username, () => setForgetting(false), setFault)}
    </div>
  )
}

function Fault({ fault }: { fault: unknown }) {
  const faultText = useFaultText()
  return (
    <p className={styles.fault} role="alert">
      {!!fault && faultText(fault)}
    </p>
  )
}

type EndedProps = Pick<LoginScreenProps, 'renderEnded'> & { before: ReturnType<typeof loginState> }

function Ended({ before: { lostAt, why }, renderEnded }: EndedProps) {
  const { refusals } = useText()
  return lostAt && renderEnded(why, <p role="status">{refusals.EXPIRED_AUTH_TOKEN}</p>)
}

function LoginHead() {
  const { brand } = useSettings()
  return (
    <div className={styles.brand}>
      <div className={styles.mark} />
      <h1 className={styles.name}>{brand.name}</h1>
    </div>
  )
}

function RegisterLine() {
  const text = useText().login
  return (
    <p className={styles.register}>
      {text.newHere}{' '}
      <Link to={paths.register} className={styles.link}>
        {text.register}
      </Link>
    </p>
  )
}

/**
 * Checks whether the service is active; if it has ended, the call redirects. A check that fails to connect must not
 * keep a member from trying to log in.
 */
function useActiveCheck() {
  const checked = useRef<Promise<void>>(Promise.resolve())

  useEffect(() => {
    checked.current = call('GET /api/lookup/active').then(showActive, (error: unknown) => {
      if (!(error instanceof CallFault && error.kind === 'leaving')) showActive()
    })
  }, [])

  return checked
}

function showActive(): void {
  document.body.classList.remove('terminated')
}
