import { registrationRedirectDelayMs, type Variant } from '@kapao/contract/limits'
import { useEffect, useLayoutEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { namedField } from '#core/calls/named-field.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { forgetRegisterDraft } from '#core/session/register-draft.ts'
import { go } from '#shared/link.tsx'
import { useSettings } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { endDangerToasts } from '#ui/sheet/standing-toasts.ts'
import { offerToSave } from './save-login.ts'
import { forgetInviteCode, keepInviteCode, loadRegisterOtp } from './steps/queries.ts'
import { keepDraft, readDraft } from './steps/draft.ts'
import { useVerification } from './steps/use-verification.ts'
import {
  emptyEntries,
  payloadOf,
  registrationOf,
  stepsOf,
  type Entries,
  type StepName,
} from './steps/wizard.ts'

/** The state of the registration: the current step, the input so far, and the moves between steps. */
export function useWizard() {
  const text = useVisitorText().register
  const invite = useInviteCode()
  const verification = useVerification()
  const { mark, ...form } = useForm(invite.keptCode, verification.sent?.phone)
  const { entries } = form
  const attempt = useAttempt(mark, leaveUnproven)
  const [step, setStep] = useState(() => firstStep(verification.sent !== null))
  const otpToken = verification.proof
  const otp = useAnswer(loadRegisterOtp)
  const [finished, setFinished] = useState(false)
  useRedirectWhen(finished, entries.phone)
  useKeeping({ finished, step, entries })

  async function leavePhone(): Promise<void> {
    if (!(otp.answer ?? (await loadRegisterOtp()))) return setStep('profile')
    setStep((await verification.ask(entries.phone)) ? 'code' : 'profile')
  }

  async function leaveProfile(): Promise<void> {
    await call('POST /api/account/validate', { ...payloadOf(entries), otpToken })
    setStep('bank')
  }

  async function register(): Promise<void> {
    await create(entries, otpToken)
    verification.drop()
    setFinished(true)
    showToast('success', text.done)
  }

  /** The code step of a phone is shown once: going back from the profile leads to the phone. */
  function goBack(): void {
    endDangerToasts()
    if (!finished) setStep(step === 'bank' ? 'profile' : 'phone')
  }

  function dropInvite(): void {
    invite.drop()
    form.change({ inviteCode: '' })
  }

  function leaveCode(token: string): void {
    verification.keep(token)
    setStep('profile')
  }

  /** The token that proved the phone has expired. */
  function leaveUnproven(): void {
    verification.drop()
    setStep('phone')
  }

  return {
    step,
    steps: stepsOf(otp.answer ?? true),
    form,
    sent: verification.sent,
    finished,
    inviteIsKept: invite.keptCode !== '',
    goBack,
    setSent: verification.setSent,
    cancelPuzzle: verification.cancelPuzzle,
    dropInvite,
    leaveCode,
    leavePhone: () => attempt(leavePhone),
    leaveProfile: () => attempt(leaveProfile),
    register: () => attempt(register),
  }
}

async function create(entries: Entries, otpToken: string | null): Promise<void> {
  await call('POST /api/account', { ...registrationOf(entries), otpToken })
  forgetInviteCode()
  offerToSave(entries)
}

/** The password must be typed again after a reload, so no reload leads to a step after it. */
function firstStep(isCodeSent: boolean): StepName {
  if (isCodeSent) return 'code'
  const { step = 'phone' } = readDraft()
  return step === 'profile' || step === 'bank' ? 'profile' : 'phone'
}

/** The input, and the field whose rule was broken, until something is changed. */
function useForm(inviteCode: string, phone?: string) {
  const { variant } = useSettings()
  const [entries, setEntries] = useState(() => entriesBefore(variant, { inviteCode, phone }))
  const [wrong, mark] = useState<string | null>(null)

  function change(some: Partial<typeof entries>): void {
    mark(null)
    setEntries({ ...entries, ...some })
  }

  return { entries, wrong, mark, change }
}

type Prefill = { inviteCode: string; phone: string | undefined }

/** The number that the code was sent to, and the code of the latest link, take precedence over the draft. */
function entriesBefore(variant: Variant, { inviteCode, phone }: Prefill): Entries {
  const { step: _, ...typed } = readDraft()
  const before = { ...emptyEntries(variant, ''), ...typed }
  return { ...before, phone: phone ?? before.phone, inviteCode: inviteCode || before.inviteCode }
}

type WizardProgress = { finished: boolean; step: StepName; entries: Entries }

/** Before it is painted: what a visitor has seen survives a reload at once. */
function useKeeping({ finished, step, entries }: WizardProgress): void {
  useLayoutEffect(() => {
    if (finished) forgetRegisterDraft()
    else keepDraft(step, entries)
  }, [finished, step, entries])
}

/** Fields that say themselves what is wrong; the code of a link is nobody's slip, and is said in a toast as well. */
const speakingFields: ReadonlySet<string | null> = new Set([
  'name',
  'password',
  'bankAccountNo',
  'bankAccountName',
])

/** Runs a step's calls; any failure is shown once, and the step stays with the field marked. */
function useAttempt(
  mark: (field: string | null) => void,
  onUnproven: () => void,
): (send: () => Promise<void>) => Promise<void> {
  const faultText = useFaultText()
  return async (send) => {
    mark(null)
    endDangerToasts()
    try {
      await send()
    } catch (error) {
      const field = namedField(error)
      mark(field)
      if (error instanceof CallFault && error.code === 'UNVERIFIED_OTP') onUnproven()
      const sentence = faultText(error)
      if (sentence !== null && !speakingFields.has(field)) showToast('danger', sentence)
    }
  }
}

/** The code of the link that was opened, until the visitor drops it. */
function useInviteCode(): { keptCode: string; drop: () => void } {
  const [keptCode, setKeptCode] = useState(() => keepInviteCode(location.search))

  /** Removed from the address too, or a reload would bring the code back. */
  function drop(): void {
    forgetInviteCode()
    go(paths.register, { replace: true })
    setKeptCode('')
  }

  return { keptCode, drop }
}

/** The success message is shown first, then the page moves on to the login, with the phone filled in. */
function useRedirectWhen(finished: boolean, phone: string): void {
  useEffect(() => {
    if (!finished) return
    const leave = (): void => go(paths.login, { state: { phone } })
    const timer = setTimeout(leave, registrationRedirectDelayMs)
    return () => clearTimeout(timer)
  }, [finished, phone])
}
