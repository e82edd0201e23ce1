import { useEffect, useRef, type RefObject } from 'react'
import { useVisitorText } from '#core/i18n.tsx'
import { Link } from '#shared/link.tsx'
import { useTitle } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Stepper } from '#ui/layout/stepper.tsx'
import { useBackButton } from '#ui/sheet/use-back-button.ts'
import { BankStep } from './steps/bank-step.tsx'
import { CodeStep } from './steps/code-step.tsx'
import { InAppGuide } from './in-app-guide.tsx'
import { PhoneStep } from './steps/phone-step.tsx'
import { ProfileStep } from './steps/profile-step.tsx'
import styles from './register-screen.module.css'
import { useWizard } from './use-wizard.ts'

export function RegisterScreen() {
  const text = useVisitorText().register
  const wizard = useWizard()
  const { step, steps, form, sent } = wizard
  useTitle(text.title)
  const heading = useStepHeading(step)
  useWrongField(form.wrong)

  return (
    // Fields that a step itself finds wrong are marked after the next render.
    <div className={styles.screen} onSubmit={() => setTimeout(goToWrongField)}>
      <PageHead title={text.title} />
      <Stepper
        step={steps.indexOf(step) + 1}
        total={steps.length}
        label={text.steps.label}
        sentence={text.steps.of(steps.indexOf(step) + 1, steps.length)}
      />
      {step === 'phone' && <InAppGuide code={form.entries.inviteCode} />}
      <h2 className={styles.title} ref={heading} tabIndex={-1}>
        {text.step[step]}
      </h2>
      {step !== 'phone' && <PhoneBack key={step} onBack={wizard.goBack} />}
      {step === 'phone' && (
        <PhoneStep {...form} cancelPuzzle={wizard.cancelPuzzle} onNext={wizard.leavePhone} />
      )}
      {step === 'code' && sent && (
        <CodeStep
          sent={sent}
          onSent={wizard.setSent}
          onVerified={wizard.leaveCode}
          onBack={wizard.goBack}
        />
      )}
      {step === 'profile' && (
        <ProfileStep
          {...form}
          inviteIsKept={wizard.inviteIsKept}
          onDropInvite={wizard.dropInvite}
          onNext={wizard.leaveProfile}
          onBack={wizard.goBack}
        />
      )}
      {step === 'bank' && (
        <BankStep
          {...form}
          finished={wizard.finished}
          onNext={wizard.register}
          onBack={wizard.goBack}
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

/** The phone's back button goes to the previous step, like ours, and keeps the input. */
function PhoneBack({ onBack }: { onBack: () => void }) {
  useBackButton(onBack)
  return null
}

function useWrongField(wrong: string | null): void {
  useEffect(() => {
    if (wrong !== null) goToWrongField()
  }, [wrong])
}

/** The wrong field may be far above the button that was pressed. */
function goToWrongField(): void {
  document.querySelector<HTMLElement>('form [aria-invalid]')?.focus()
}

/**
 * The next step starts at its top, and screen readers continue there; the first step is at the top of the screen
 * anyway.
 */
function useStepHeading(step: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    // A step may have focused its first field.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
