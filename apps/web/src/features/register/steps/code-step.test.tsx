// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart } from '../../../testing/open-part.tsx'
import { CodeStep } from './code-step.tsx'

const call = 'POST /api/otp/verify'
const sent = { phone: '0812345678', reference: 'ABCD', token: 'T1', resendAt: 0 }

test('SAY-71 a wrong code is said at its field in the form of every other mistake, until another is typed', async () => {
  const onVerified = vi.fn()
  const { user, screen, sentTo } = await openPart(
    <CodeStep sent={sent} onSent={vi.fn()} onVerified={onVerified} onBack={vi.fn()} />,
    { answers: { [call]: () => refuse('OTP_CODE_INVALID') } },
  )
  const field = screen.getByRole('textbox')
  await user.type(field, '123456')
  await vi.waitFor(() => expect(sentTo(call)).toHaveLength(1))
  const note = () => document.querySelector('form [role=alert]')
  await vi.waitFor(() => expect(note()?.textContent).toMatch(/6 digits/))
  expect(note()!.querySelector('svg')).not.toBeNull()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field).toHaveProperty('value', '')
  await user.type(field, '1')
  expect(note()).toBeNull()
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(onVerified).not.toHaveBeenCalled()
})
