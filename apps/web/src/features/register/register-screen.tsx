import { registrationRedirectDelayMs } from '@kapao/contract/limits'
import { useEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useVisitorText } from '#core/i18n.tsx'
import type { SentCode } from '#shared/code-field.tsx'
import { go, Link } from '#shared/link.tsx'
import { useSettings, useTitle } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Stepper } from '#ui/layout/stepper.tsx'
import { BankStep } from './bank-step.tsx'
import { CodeStep } from './code-step.tsx'
import { forgetInviteCode, keepInviteCode, loadRegisterOtp, sendCode } from './data.ts'
import { InAppGuide } from './in-app-guide.tsx'
import { PhoneStep } from './phone-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import styles from './register-screen.module.css'
import { emptyEntries, payloadOf, registrationOf, stepsOf, type StepName } from './wizard.ts'

export function RegisterScreen() {
  const text = useVisitorText().register
  const { variant } = useSettings()
  const faultText = useFaultText()
  const [keptCode] = useState(() => keepInviteCode(location.search))
  const [entries, setEntries] = useState(() => emptyEntries(variant, keptCode))
  const [step, setStep] = useState<StepName>('phone')
  const [sent, setSent] = useState<SentCode | null>(null)
  const otp = useAnswer(loadRegisterOtp)
  const [finished, setFinished] = useState(false)
  useTitle(text.title)
  useRedirectWhen(finished)

  const steps = stepsOf(otp.answer ?? true)
  const form = {
    entries,
    change: (some: Partial<typeof entries>) => setEntries({ ...entries, ...some }),
  }

  /** Does what a step asks of the server; whatever goes wrong is told, and the step stays as it is. */
  async function attempt(send: () => Promise<void>): Promise<void> {
    try {
      await send()
    } catch (error) {
      const sentence = faultText(error)
      if (sentence !== null) showToast('danger', sentence)
    }
  }

  async function leavePhone(): Promise<void> {
    if (!(otp.answer ?? (await loadRegisterOtp()))) return setStep('profile')
    // Going back and forth with the same phone must not send a second message.
    const fresh = sent?.phone === entries.phone ? sent : await sendCode(entries.phone)
    setSent(fresh)
    setStep(fresh === null ? 'profile' : 'code')
  }

  async function leaveProfile(): Promise<void> {
    await call('POST /api/account/validate', payloadOf(entries))
    setStep('bank')
  }

  async function register(): Promise<void> {
    await call('POST /api/account', registrationOf(entries))
    forgetInviteCode()
    setFinished(true)
    showToast('success', text.done)
  }

  return (
    <div className={styles.screen}>
      <PageHead title={text.title} />
      <Stepper
        step={steps.indexOf(step) + 1}
        total={steps.length}
        label={text.steps.label}
        sentence={text.steps.of(steps.indexOf(step) + 1, steps.length)}
      />
      {step === 'phone' && <InAppGuide code={entries.inviteCode} />}
      <h2 className={styles.title}>{text.step[step]}</h2>
      {step === 'phone' && <PhoneStep {...form} onNext={() => attempt(leavePhone)} />}
      {step === 'code' && sent && (
        <CodeStep
          sent={sent}
          onSent={setSent}
          onVerified={() => {
            // The code is used up: coming back with this phone asks the server, which knows it is verified.
            setSent(null)
            setStep('profile')
          }}
          onBack={() => setStep('phone')}
        />
      )}
      {step === 'profile' && (
        <ProfileStep
          {...form}
          inviteIsKept={keptCode !== ''}
          onNext={() => attempt(leaveProfile)}
          onBack={() => setStep('phone')}
        />
      )}
      {step === 'bank' && (
        <BankStep
          {...form}
          finished={finished}
          onNext={() => attempt(register)}
          onBack={() => setStep('profile')}
        />
      )}
      {step === 'phone' && (
        <p className={styles.login}>
          {text.hasAccount} <Link to={paths.login}>{text.login}</Link>
        </p>
      )}
    </div>
  )
}

/** The message of success is read first, then the login follows by itself. */
function useRedirectWhen(finished: boolean): void {
  useEffect(() => {
    if (!finished) return
    const timer = setTimeout(() => go(paths.login), registrationRedirectDelayMs)
    return () => clearTimeout(timer)
  }, [finished])
}
