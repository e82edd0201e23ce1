// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { NameStep } from './name-step.tsx'

const call = 'PUT /api/account/bankAccountName'

async function open(answer: NonNullable<Answers[typeof call]>) {
  const onSaved = vi.fn()
  const opened = await openPart(<NameStep bankCode="KBANK" onSaved={onSaved} />, {
    answers: { [call]: answer },
  })
  return { ...opened, onSaved, field: opened.screen.getByRole('textbox') }
}

test('the name is saved once, with single spaces, for the own bank', async () => {
  const { user, field, press, sentTo, onSaved } = await open(() => ({ message: 'SUCCESS' }))
  await user.type(field, ' SOMCHAI   JAIDEE ')
  await press('Save name')
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(sentTo(call)).toEqual([{ bankCode: 'KBANK', bankAccountName: 'SOMCHAI JAIDEE' }])
})

test('a name in other letters is refused beside the field, and nothing is sent', async () => {
  const { user, field, press, sentTo, words } = await open(() => ({ message: 'SUCCESS' }))
  await user.type(field, 'สมชาย ใจดี')
  await press('Save name')
  expect(words()).toContain('Please use English letters and spaces only.')
  expect(sentTo(call)).toEqual([])
})

test('refused: the number is not copied, and it says why', async () => {
  const { user, field, press, screen, onSaved } = await open(() => refuse('WITHDRAW_PENDING'))
  await user.type(field, 'SOMCHAI JAIDEE')
  await press('Save name')
  await screen.findByRole('alert')
  expect(onSaved).not.toHaveBeenCalled()
})
