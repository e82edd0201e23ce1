// @vitest-environment jsdom
import type { Member } from '@kapao/contract/console/members'
import { mayOf, type Role } from '@kapao/contract/console/roles'
import { refuse } from '@kapao/ui/testing/served.ts'
import { within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { keepMe } from '#shared/me.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { MemberActions } from './member-actions.tsx'

const { members } = text
const memberId = 'A1B2C3D4E5F6'
const read: Answers = {
  'GET /api/console/members/one/{memberId}': () => refuse('NOT_FOUND', {}, 404),
  'GET /api/console/members/timeline/{memberId}': () => refuse('NOT_FOUND', {}, 404),
}

async function open(
  roles: readonly Role[],
  { answers = {}, ...state }: { answers?: Answers; isActive?: boolean; isLocked?: boolean } = {},
) {
  keepMe({ name: 'ann', roles, rights: mayOf(roles) } as never)
  const member = { memberId, isActive: true, isLocked: true, ...state } as Member
  const opened = await openPart(<MemberActions member={member} />, {
    answers: { ...read, ...answers },
  })
  const names = () => opened.screen.queryAllByRole('button').map((one) => one.textContent)
  return { ...opened, names }
}

describe('SECOND-13 the acts on a member:', () => {
  test.each([
    ['support', ['Unlock the login', 'End all sessions']],
    ['cashier', []],
    ['marketing', []],
    [
      'owner',
      [
        'Unlock the login',
        'End all sessions',
        'Change the bank account',
        'Take a deposit back',
        'Deactivate',
      ],
    ],
  ] as const)('%s sees those of their rights only', async (role, wanted) => {
    const { names } = await open([role])
    expect(names()).toEqual([...wanted])
  })

  test('a member who is not locked is not unlocked; a deactivated one is activated', async () => {
    const { names } = await open(['owner'], { isActive: false, isLocked: false })
    expect(names()).toEqual([
      'End all sessions',
      'Change the bank account',
      'Take a deposit back',
      'Reactivate',
    ])
  })

  test.each([
    ['Unlock the login', 'POST /api/console/members/unlock', { memberId, why: 'asked' }],
    ['End all sessions', 'POST /api/console/members/sessions/end', { memberId, why: 'asked' }],
    ['Deactivate', 'POST /api/console/members/active', { memberId, isActive: false, why: 'asked' }],
  ] as const)('%s is sent to its own call, with its reason', async (name, call, input) => {
    const done = { state: 'done', request: null, waitsFor: [], soonest: null }
    const { user, screen, sentTo } = await open(['owner'], { answers: { [call]: () => done } })
    await user.click(screen.getByRole('button', { name }))
    const dialog = within(screen.getByRole('dialog'))
    const send = dialog.getByRole('button', { name })
    // Without a reason nothing can be sent.
    expect(send.hasAttribute('disabled')).toBe(true)
    await user.type(dialog.getByRole('textbox'), '  ')
    expect(send.hasAttribute('disabled')).toBe(true)
    await user.type(dialog.getByRole('textbox'), 'asked ')
    await user.click(send)
    await vi.waitFor(() => expect(sentTo(call)).toEqual([input]))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  })

  test('a bank account goes out as it was typed, and only whole; it is said to be changed at once, which it is', async () => {
    const call = 'POST /api/console/members/bank'
    const { user, screen, sentTo, words } = await open(['owner'], {
      answers: {
        [call]: () => ({ state: 'done', request: null, waitsFor: [], soonest: null }),
      },
    })
    const name = 'Change the bank account'
    await user.click(screen.getByRole('button', { name }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(members.changeBankNote).textContent).toContain('changed at once')
    const [bank, account, holder, why] = dialog.getAllByRole('textbox')
    const send = dialog.getByRole('button', { name })
    await user.type(bank!, 'scb')
    await user.type(account!, '1112223331')
    await user.type(why!, 'bank book shown')
    expect(send.hasAttribute('disabled')).toBe(true)
    await user.type(holder!, 'SOMCHAI JAIDEE')
    await user.click(send)
    await vi.waitFor(() =>
      expect(sentTo(call)).toEqual([
        {
          memberId,
          bankCode: 'SCB',
          accountNo: '1112223331',
          accountName: 'SOMCHAI JAIDEE',
          why: 'bank book shown',
        },
      ]),
    )
    await vi.waitFor(() => expect(words()).toContain(members.done))
  })

  test.each([true, false])('a deposit is taken back, and its money is gone: %s', async (isGone) => {
    const call = 'POST /api/console/members/takeback'
    const done = { state: 'done' as const, request: null, waitsFor: [], soonest: null }
    const { user, screen, sentTo } = await open(['owner'], { answers: { [call]: () => done } })
    const name = 'Take a deposit back'
    await user.click(screen.getByRole('button', { name }))
    const dialog = within(screen.getByRole('dialog'))
    const [deposit, why] = dialog.getAllByRole('textbox')
    await user.type(deposit!, ' d-7 ')
    await user.type(why!, 'recalled')
    if (isGone) await user.click(dialog.getByText('The bank has recalled the money'))
    await user.click(dialog.getByRole('button', { name }))
    await vi.waitFor(() =>
      expect(sentTo(call)).toEqual([{ deposit: 'd-7', isGone, why: 'recalled' }]),
    )
  })

  test('a refusal stays in the dialog with the words, and nothing is called done', async () => {
    const call = 'POST /api/console/members/unlock'
    const { user, screen, words } = await open(['owner'], {
      answers: { [call]: () => refuse('NO_RIGHT', {}, 403) },
    })
    const doneIn = () => words().split('Done').length
    const before = doneIn()
    await user.click(screen.getByRole('button', { name: 'Unlock the login' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'asked')
    await user.click(dialog.getByRole('button', { name: 'Unlock the login' }))
    expect(await screen.findByText('Your roles do not allow this.')).toBeTruthy()
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('asked')
    // One that an earlier test has said may go meanwhile.
    expect(doneIn()).toBeLessThanOrEqual(before)
  })
})
