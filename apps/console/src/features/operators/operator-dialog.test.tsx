// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { done } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { OperatorDialog, type Change } from './operator-dialog.tsx'

const { people, ways, refusals, work } = text
async function open(change: Change, answers: Answers) {
  const onClose = vi.fn()
  const part = await openPart(<OperatorDialog change={change} onClose={onClose} />, { answers })
  return {
    ...part,
    onClose,
    press: (name: string) => part.user.click(part.screen.getByRole('button', { name })),
  }
}

async function fill({ user, screen }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await user.type(screen.getByLabelText(people.addName), 'kai')
  await user.type(screen.getByLabelText(ways.addCode), '7KQ2-M4XW-9PZA-3F6H')
  await user.click(screen.getByText(people.roles.cashier))
}

test('PERSON-12 an operator is added with name, roles and the code that they read out', async () => {
  const part = await open({ kind: 'add' }, { 'POST /api/console/operators/add': () => done })
  await fill(part)
  await part.press(people.add)
  await vi.waitFor(() => expect(part.onClose).toHaveBeenCalledOnce())
  expect(part.sentTo('POST /api/console/operators/add')).toEqual([
    { name: 'kai', roles: ['cashier'], code: '7KQ2-M4XW-9PZA-3F6H' },
  ])
})

test('PERSON-12 without a code nothing is sent', async () => {
  const part = await open({ kind: 'add' }, {})
  await part.user.type(part.screen.getByLabelText(people.addName), 'kai')
  await part.press(people.add)
  expect(part.sent).toEqual([])
})

test('PERSON-12 who it waits for is said by name', async () => {
  const waits = { state: 'waits' as const, request: '7', waitsFor: ['som', 'lek'], soonest: null }
  const part = await open({ kind: 'add' }, { 'POST /api/console/operators/add': () => waits })
  await fill(part)
  await part.press(people.add)
  expect(await part.screen.findByText(work.nowWaits(`som ${work.or} lek`))).toBeTruthy()
})

test('PERSON-41 where nobody can confirm it, that is said in words, not by an empty list', async () => {
  const waits = { state: 'waits' as const, request: '7', waitsFor: [], soonest: null }
  const part = await open({ kind: 'add' }, { 'POST /api/console/operators/add': () => waits })
  await fill(part)
  await part.press(people.add)
  expect(await part.screen.findByText(work.nobody)).toBeTruthy()
})

test.each(['JOIN_CODE_UNKNOWN', 'JOIN_CODE_OTHER_NAME', 'FIRST_OWNS', 'NAME_TAKEN'] as const)(
  'PERSON-12 %s is said in a sentence, and the dialog stays with what was typed',
  async (code) => {
    const refused = () => refuse(code)
    const part = await open({ kind: 'add' }, { 'POST /api/console/operators/add': refused })
    await fill(part)
    await part.press(people.add)
    await part.screen.findByText(refusals[code])
    expect(part.onClose).not.toHaveBeenCalled()
    expect(part.screen.getByLabelText(ways.addCode)).toHaveProperty('value', '7KQ2-M4XW-9PZA-3F6H')
  },
)
