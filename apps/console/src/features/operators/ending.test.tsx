// @vitest-environment jsdom
import type { Operator } from '@kapao/contract/console/operators'
import type { Role } from '@kapao/contract/console/roles'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { done, operatorOf } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { OperatorDialog } from './operator-dialog.tsx'

const lekOf = (role: Role) => operatorOf({ name: 'lek', roles: [role] })
const again: Answers = { 'GET /api/console/operators': () => ({ operators: [] }) }
const waits = { state: 'waits' as const, request: '7', waitsFor: ['ann', 'bob'], soonest: null }

async function open(kind: 'disable' | 'enable', operator: Operator, answers: Answers) {
  const onClose = vi.fn()
  const dialog = <OperatorDialog change={{ kind, operator }} onClose={onClose} />
  const opened = await openPart(dialog, { answers: { ...again, ...answers } })
  return { ...opened, onClose }
}

test('PERSON-42 disabling an owner says that a second person has to agree, and who can', async () => {
  const call = 'POST /api/console/operators/disable'
  const { user, screen, words, sentTo, onClose } = await open('disable', lekOf('owner'), {
    [call]: () => waits,
  })
  expect(words()).toContain('lek is an owner, so a second person has to agree.')
  await user.click(screen.getByRole('button', { name: 'Disable' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo(call)).toEqual([{ name: 'lek' }])
  expect(words()).toContain('Waiting for a second approval from ann or bob')
})

test('PERSON-42 PERSON-12 disabling anybody else asks for no code, is done at once, and says how it is undone', async () => {
  const call = 'POST /api/console/operators/disable'
  const { user, screen, words, sentTo, onClose } = await open('disable', lekOf('cashier'), {
    [call]: () => done,
  })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(words()).toContain('Two people can enable lek again, with the same passkeys and roles.')
  await user.click(screen.getByRole('button', { name: 'Disable' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo(call)).toEqual([{ name: 'lek' }])
})

test('PERSON-42 PERSON-41 enabling waits for a second person, or says that nobody can agree', async () => {
  const call = 'POST /api/console/operators/enable'
  const { user, screen, words, sentTo, onClose } = await open('enable', lekOf('cashier'), {
    [call]: () => ({ ...waits, waitsFor: [] }),
  })
  await user.click(screen.getByRole('button', { name: 'Enable again' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentTo(call)).toEqual([{ name: 'lek' }])
  expect(words()).toContain('Nobody can approve it.')
})

test('PERSON-42 the last owner stays, and the dialog with its reason', async () => {
  const call = 'POST /api/console/operators/disable'
  const { user, screen, words, onClose } = await open('disable', lekOf('owner'), {
    [call]: () => refuse('LAST_OWNER'),
  })
  await user.click(screen.getByRole('button', { name: 'Disable' }))
  await vi.waitFor(() => expect(words()).toContain('This is the last owner.'))
  expect(onClose).not.toHaveBeenCalled()
})
