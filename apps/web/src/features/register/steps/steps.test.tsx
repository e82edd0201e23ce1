// @vitest-environment jsdom
import { later } from '@kapao/ui/testing/served.ts'
import { useEffect, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { parseSettings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { BankStep } from './bank-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { emptyEntries, type Entries } from './wizard.ts'

const bankOf = (code: string) => ({ code, nameTH: `ธ ${code}`, nameLA: code, nameEN: code })
const answers: Answers = {
  'GET /api/lookup/banks': () => [bankOf('KBANK'), bankOf('SCB')] as never,
  'GET /api/lookup/sources': () => [] as never,
}

type Steps = 'phone' | 'profile' | 'bank'

async function open(step: Steps, part: Partial<Entries> = {}, wrong: string | null = null) {
  const { answer, give } = later<void>()
  const onNext = vi.fn(() => answer)
  const onDropInvite = vi.fn()
  const seen: Entries[] = []
  function Step() {
    const [entries, set] = useState({ ...emptyEntries('thai', ''), phone: '0812345678', ...part })
    useEffect(() => void seen.push(entries))
    const change = (some: Partial<Entries>) => set((old) => ({ ...old, ...some }))
    const shared = { entries, wrong, change, onNext, onBack: () => undefined }
    if (step === 'phone') return <PhoneStep {...shared} cancelPuzzle={null} />
    if (step === 'bank') return <BankStep {...shared} finished={false} />
    return <ProfileStep {...shared} inviteIsKept={false} onDropInvite={onDropInvite} />
  }
  const opened = await openPart(
    <SettingsProvider settings={parseSettings('{}')}>
      <Step />
    </SettingsProvider>,
    { answers },
  )
  return { ...opened, onNext, give, entries: () => seen.at(-1)! }
}

describe('the phone', () => {
  test('of ten digits goes on, once however often it is pressed', async () => {
    const { press, onNext } = await open('phone')
    await press('Next')
    await press('Next')
    expect(onNext).toHaveBeenCalledOnce()
  })

  test.each(['', '081234567', '08123456789'])(
    'SAY-62 %j is refused beside the field',
    async (phone) => {
      const { press, onNext, words, user, screen } = await open('phone', { phone })
      await press('Next')
      expect(words()).toContain('10')
      expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
      await user.type(screen.getByRole('textbox'), '1')
      expect(screen.getByRole('textbox').getAttribute('aria-invalid')).not.toBe('true')
      expect(onNext).not.toHaveBeenCalled()
    },
  )
})

/** The names of the fields that are marked, and what is said at them. */
const marked = () =>
  [...document.querySelectorAll<HTMLInputElement>('[aria-invalid]')].map(({ name }) => name)

describe('the profile', () => {
  const whole = { name: 'Som', password: 'Secret-12', passwordAgain: 'Secret-12' }

  test('goes on with a name and the same password twice', async () => {
    const { press, onNext } = await open('profile', whole)
    await press('Next')
    expect(onNext).toHaveBeenCalledOnce()
  })

  test.each([
    [{ ...whole, passwordAgain: 'Secret-13' }],
    [{ ...whole, name: '' }],
    [{ ...whole, password: '', passwordAgain: '' }],
  ])('with %j does not go on', async (part) => {
    const { press, onNext } = await open('profile', part)
    await press('Next')
    expect(onNext).not.toHaveBeenCalled()
  })

  test('SAY-62 what is missing is marked without a word, until it is filled in', async () => {
    const { press, user } = await open('profile')
    await press('Next')
    expect(marked()).toEqual(['name', 'password', 'password-again'])
    expect(document.querySelector('form [role=alert]')).toBeNull()
    await user.type(document.querySelector('input[name=name]')!, 'Som')
    expect(marked()).toEqual(['password', 'password-again'])
  })

  test.each(['name', 'inviteCode', 'password'])(
    'a %s that the server refused is marked',
    async (wrong) => {
      const marked = await open('profile', whole, wrong)
      const invalid = [...document.querySelectorAll('[aria-invalid="true"]')]
      expect(invalid).toHaveLength(1)
      marked.close()
    },
  )
})

describe('the bank account', () => {
  const whole = {
    bankCode: 'KBANK',
    bankAccountNo: '0011223344',
    firstName: 'SOMCHAI',
    lastName: 'JAIDEE',
  }

  test('is kept field by field, and goes on', async () => {
    const { press, user, screen, onNext, entries } = await open('bank')
    await screen.findByRole('option', { name: 'ธ KBANK' })
    await user.selectOptions(screen.getAllByRole('combobox')[0]!, 'KBANK')
    const fields = screen.getAllByRole('textbox')
    for (const [place, text] of ['0011223344', 'SOMCHAI', 'JAIDEE'].entries())
      await user.type(fields[place]!, text)
    expect(entries()).toMatchObject(whole)
    await press(/Register|Confirm|Create/)
    expect(onNext).toHaveBeenCalledOnce()
  })

  test.each(['bankCode', 'bankAccountNo', 'firstName', 'lastName'])(
    'SAY-62 without %s does not go on, and marks it',
    async (name) => {
      const { press, onNext, screen } = await open('bank', { ...whole, [name]: '' })
      await screen.findByRole('option', { name: 'ธ KBANK' })
      await press(/Register|Confirm|Create/)
      expect(onNext).not.toHaveBeenCalled()
      expect(marked()).toHaveLength(1)
      expect(document.querySelector('form [role=alert]')).toBeNull()
    },
  )
})
