// @vitest-environment jsdom
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { ChangeSheet } from './change-sheet.tsx'

const call = 'PUT /api/account/changepwd'

async function open(answer: NonNullable<Answers[typeof call]>) {
  const onClose = vi.fn()
  const opened = await openPart(<ChangeSheet onClose={onClose} />, { answers: { [call]: answer } })
  const { user, screen } = opened
  const fill = async (current: string, fresh: string, again: string) => {
    const fields = ['Current password', 'New password', 'New password again']
    for (const [place, value] of [current, fresh, again].entries())
      if (value !== '') await user.type(screen.getByLabelText(fields[place]!), value)
    await opened.press('Change password')
  }
  return { ...opened, fill, onClose, changes: () => opened.sentTo(call) }
}

test('the old and the new one are sent as typed, once', async () => {
  const { answer, give } = later<{ message: 'SUCCESS' }>()
  const { fill, press, changes, screen, onClose } = await open(() => answer)
  await fill('Old-secret1', 'New-secret2', 'New-secret2')
  await press('Change password')
  expect(changes()).toEqual([{ oldPassword: 'Old-secret1', newPassword: 'New-secret2' }])
  give({ message: 'SUCCESS' })
  expect(await screen.findByText('Your password has been changed')).toBeTruthy()
  await press('Close')
  expect(onClose).toHaveBeenCalled()
})

test.each([
  ['two new ones that differ', 'Old-secret1', 'New-secret2', 'New-secret3'],
  ['no old one', '', 'New-secret2', 'New-secret2'],
  ['no new one', 'Old-secret1', '', ''],
  ['the new one only once', 'Old-secret1', 'New-secret2', ''],
])('%s: nothing is sent', async (_name, current, fresh, again) => {
  const { fill, changes } = await open(() => refuse('WRONG_PASSWORD'))
  await fill(current, fresh, again)
  expect(changes()).toEqual([])
})

test('a wrong old one: says that nothing changed, keeps what was typed, and marks the field', async () => {
  const { fill, screen, press, words } = await open(() => refuse('WRONG_PASSWORD', {}, 400))
  await fill('Wrong', 'New-secret2', 'New-secret2')
  expect(await screen.findByText('The password was not changed')).toBeTruthy()
  expect(words()).not.toContain('Your password has been changed')
  await press('Close')
  expect(words()).toContain('Your current password is incorrect.')
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'New-secret2')
  expect(document.activeElement).toBe(screen.getByLabelText('Current password'))
})
