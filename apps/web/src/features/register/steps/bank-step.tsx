import { currenciesOffered, isEnglishName, needsEnglishName } from '@kapao/contract/limits'
import { isInitial } from '@kapao/contract/names'
import { useState } from 'react'
import { useAgainWhenBack } from '#core/browser/when-back.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useText, useVisitorText } from '#core/i18n.tsx'
import { useSettings } from '#shared/page-settings.tsx'
import { Button } from '#ui/form/button.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Form, FormActions } from '#ui/layout/form.tsx'
import styles from './bank-step.module.css'
import { loadBanks } from './queries.ts'
import type { StepProps } from './phone-step.tsx'
import { flawInBank, type Entries, type Flaw } from './wizard.ts'

/** This hint is the same in every language, as required. */
const englishHint = '(English)'

type BankStepProps = StepProps & { finished: boolean; onBack: () => void }

export function BankStep({ entries, wrong, change, finished, onNext, onBack }: BankStepProps) {
  const visitor = useVisitorText()
  const text = visitor.register
  const { isRight, forget, isMissing, errorOf } = useFlaw(wrong)
  const [sending, once] = useSending()
  const hint = needsEnglishName(entries.bankCode) ? englishHint : undefined

  function submit(): void {
    if (isRight(entries)) void once(onNext)
  }

  function changeName(some: Partial<typeof entries>): void {
    change(some)
    forget()
  }

  return (
    <Form onSubmit={submit}>
      <BankChoice
        bankCode={entries.bankCode}
        error={isMissing(entries.bankCode)}
        onChange={(bankCode) => changeName({ bankCode })}
      />
      <TextField
        label={text.accountNumber}
        error={
          wrong === 'bankAccountNo' ? text.wrong.bankAccountNo : isMissing(entries.bankAccountNo)
        }
        name="account-number"
        inputMode="numeric"
        autoComplete="off"
        value={entries.bankAccountNo}
        onChange={(bankAccountNo) => change({ bankAccountNo })}
      />
      <TextField
        label={text.firstName}
        hint={hint ?? text.wrong.bankAccountName}
        error={errorOf(entries.firstName)}
        name="first-name"
        autoComplete="given-name"
        autoCapitalize="characters"
        uppercase
        value={entries.firstName}
        onChange={(firstName) => changeName({ firstName })}
      />
      <TextField
        label={text.lastName}
        hint={hint}
        error={errorOf(entries.lastName)}
        name="last-name"
        autoComplete="family-name"
        autoCapitalize="characters"
        uppercase
        value={entries.lastName}
        onChange={(lastName) => changeName({ lastName })}
      />
      <CurrencyChoice currency={entries.currency} onChange={(currency) => change({ currency })} />
      <FormActions>
        <Button kind="secondary" disabled={finished} onClick={onBack}>
          {visitor.form.back}
        </Button>
        <Button submit busy={sending || finished}>
          {text.submit}
        </Button>
      </FormActions>
    </Form>
  )
}

/** What was wrong at the last try, and which fields it marks. */
function useFlaw(wrong: string | null) {
  const { register, refusals } = useVisitorText()
  const [flaw, setFlaw] = useState<Flaw | null>(null)
  const isMissing = (value: string): true | null =>
    (flaw === 'incomplete' && value.trim() === '') || null
  const errorOf = (name: string): string | true | null =>
    wrong === 'bankAccountName'
      ? register.wrong.bankAccountName
      : (errorOfName(name, flaw, refusals) ?? isMissing(name))

  function isRight(entries: Entries): boolean {
    const found = flawInBank(entries)
    setFlaw(found)
    return found === null
  }

  /** What is still missing stays marked. */
  function forget(): void {
    if (flaw !== 'incomplete') setFlaw(null)
  }

  return { isRight, forget, isMissing, errorOf }
}

type Refusals = ReturnType<typeof useVisitorText>['refusals']

function errorOfName(name: string, flaw: Flaw | null, refusals: Refusals): string | null {
  if (flaw === 'englishOnly' && !isEnglishName(name)) return refusals.BANK_ACCOUNT_NAME_ENG
  return flaw === 'initials' && isInitial(name) ? refusals.BANK_ACCOUNT_NAME_INITIAL : null
}

type BankChoiceProps = {
  bankCode: string
  error: true | null
  onChange: (bankCode: string) => void
}

function BankChoice({ bankCode, error, onChange }: BankChoiceProps) {
  const visitor = useVisitorText()
  const again = useText().action.again
  const { variant, recommendedBanks } = useSettings()
  const banks = useAnswer(loadBanks)
  useAgainWhenBack(banks)
  // The name that the list below shows.
  const nameOf = (wanted: string): string =>
    banks.answer?.find(({ code }) => code === wanted)?.nameTH ?? wanted

  return (
    <div className={styles.bank}>
      {variant !== 'laos' && (
        <p className={styles.recommended}>
          {visitor.register.recommended(recommendedBanks.map(nameOf).join(' · '))}
        </p>
      )}
      <SelectField
        label={visitor.register.bank}
        name="bank"
        placeholder={visitor.form.choose}
        error={banks.state === 'failed' ? visitor.register.banksFailed : error}
        options={(banks.answer ?? []).map(({ code, nameTH }) => ({ value: code, label: nameTH }))}
        value={bankCode}
        onChange={onChange}
      />
      {banks.state === 'failed' && (
        <Button kind="secondary" onClick={banks.again}>
          {again}
        </Button>
      )}
    </div>
  )
}

type CurrencyChoiceProps = { currency: string; onChange: (currency: string) => void }

/** Shown only if there is more than one currency. */
function CurrencyChoice({ currency, onChange }: CurrencyChoiceProps) {
  const { register: text, currency: names } = useVisitorText()
  const offered = currenciesOffered(useSettings().variant)
  if (offered.length < 2) return null
  return (
    <SelectField
      label={text.currency}
      hint={text.currencyHint}
      name="currency"
      options={offered.map((code) => ({ value: code, label: `${code} · ${names[code]}` }))}
      value={currency}
      onChange={onChange}
    />
  )
}
