// @vitest-environment jsdom
import type { Role } from '@kapao/contract/console/roles'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { at, done, operatorOf, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { OperatorsScreen } from './operators-screen.tsx'

const { people, refusals } = text
const list = 'GET /api/console/operators'

const operators = [
  operatorOf({ name: 'nok', roles: ['owner'] }),
  operatorOf({}),
  operatorOf({ name: 'lek', roles: ['support'], disabledAt: at, disabledBy: 'som' }),
]

async function open(roles: Role[], answers: Answers = {}) {
  signInAs(...roles)
  const part = await openPart(<OperatorsScreen />, {
    answers: { [list]: () => ({ operators }), ...answers },
  })
  const rows = await part.screen.findAllByRole('listitem')
  const rowOf = (name: string) => rows.find((row) => row.textContent.startsWith(name))!
  const buttonsOf = (name: string) =>
    within(rowOf(name))
      .queryAllByRole('button')
      .map((button) => button.textContent)
  return {
    ...part,
    buttonsOf,
    press: (name: string, words: string) =>
      part.user.click(within(rowOf(name)).getByRole('button', { name: words })),
    dialog: () => within(part.screen.getByRole('dialog')),
  }
}

test('HOUSE-76 who is disabled, as the operators of a demo that is over, stands below everybody who works here', async () => {
  const ended = operatorOf({ name: 'demo-owner', disabledAt: at, disabledBy: 'bootstrap' })
  const { screen, words } = await open(['owner'], {
    [list]: () => ({ operators: [ended, ...operators] }),
  })
  const names = screen
    .getAllByRole('listitem')
    .map((row) => row.querySelector('strong')!.textContent)
  expect(names).toEqual(['nok', 'kai', 'demo-owner', 'lek'])
  // Who was disabled by no operator is said in words.
  expect(words()).toContain(people.disabledBy(people.adders.bootstrap))
})

test('HOUSE-108 before the first operator of a demo is added it is said that its operators end, and an operator who came with it is called so', async () => {
  const seeded = operatorOf({ name: 'nok', roles: ['owner'], addedBy: 'seed' })
  const { user, screen, words } = await open(['owner'], { [list]: () => ({ operators: [seeded] }) })
  expect(words()).toContain('Added by the demo')
  await user.click(screen.getByRole('button', { name: people.add }))
  expect(words()).toContain('Adding the first operator disables those of the demo, you among them.')
})

test('HOUSE-108 in a house of its own nothing is said of a demo', async () => {
  const { user, screen, words } = await open(['owner'], {
    [list]: () => ({
      operators: [operatorOf({ name: 'nok', addedBy: 'bootstrap' }), ...operators],
    }),
  })
  expect(words()).toContain('Added by the setup')
  await user.click(screen.getByRole('button', { name: people.add }))
  expect(words()).not.toContain('demo')
})

describe('the buttons of an operator', () => {
  test('an owner changes the roles of others only, disables whom is on and enables whom is off', async () => {
    const { buttonsOf, screen } = await open(['owner'])
    expect(buttonsOf('nok')).toEqual([people.disable])
    expect(buttonsOf('kai')).toEqual([people.changeRoles, people.disable])
    expect(buttonsOf('lek')).toEqual([people.enable])
    expect(screen.getByRole('button', { name: people.add })).toBeTruthy()
  })

  test('risk disables and enables, and neither adds nor changes roles', async () => {
    const { buttonsOf, screen } = await open(['risk'])
    expect(buttonsOf('kai')).toEqual([people.disable])
    expect(buttonsOf('lek')).toEqual([people.enable])
    expect(screen.queryByRole('button', { name: people.add })).toBeNull()
  })

  test('an operator without these rights sees none', async () => {
    const { screen } = await open(['support'])
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test('who is disabled is marked, with the name of who did it', async () => {
    const { words } = await open(['support'])
    expect(words()).toContain(people.disabledBy('som'))
  })
})

describe('a change of an operator', () => {
  test('roles go out as they are ticked, for the operator of that row', async () => {
    const call = 'POST /api/console/operators/roles'
    const part = await open(['owner'], { [call]: () => done })
    await part.press('kai', people.changeRoles)
    const dialog = part.dialog()
    expect(dialog.getByRole('checkbox', { name: people.roles.cashier })).toHaveProperty(
      'checked',
      true,
    )
    await part.user.click(dialog.getByText(people.roles.risk))
    await part.user.click(dialog.getByText(people.roles.cashier))
    await part.user.click(dialog.getByRole('button', { name: people.rolesOf('kai') }))
    await vi.waitFor(() => expect(part.screen.queryByRole('dialog')).toBeNull())
    expect(part.sentTo(call)).toEqual([{ name: 'kai', roles: ['risk'] }])
    // The list is read again.
    await vi.waitFor(() => expect(part.sentTo(list)).toHaveLength(2))
  })

  test('PERSON-12 enabling asks for no code and is sent once, however often it is pressed', async () => {
    const call = 'POST /api/console/operators/enable'
    const { answer, give } = later<typeof done>()
    const part = await open(['owner'], { [call]: () => answer })
    await part.press('lek', people.enable)
    const dialog = part.dialog()
    expect(part.words()).toContain(people.enableLead('lek'))
    expect(dialog.queryByRole('textbox')).toBeNull()
    const send = dialog.getByRole('button', { name: people.enable })
    await part.user.dblClick(send)
    await part.user.click(send)
    expect(part.sentTo(call)).toEqual([{ name: 'lek' }])
    give(done)
    await vi.waitFor(() => expect(part.screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    ['LAST_OPERATOR', 'POST /api/console/operators/disable', 'kai', people.disable],
    ['NOT_FOUND', 'POST /api/console/operators/enable', 'lek', people.enable],
    ['OWN_ROLE', 'POST /api/console/operators/roles', 'kai', people.changeRoles],
  ] as const)('%s stays in sight, and nothing is called done', async (code, call, name, button) => {
    const part = await open(['owner'], { [call]: () => refuse(code) })
    await part.press(name, button)
    await part.user.click(part.dialog().getAllByRole('button').at(-1)!)
    expect(await part.screen.findByText(refusals[code])).toBeTruthy()
    expect(part.screen.queryByRole('dialog')).toBeTruthy()
    expect(part.sentTo(list)).toHaveLength(1)
  })
})

test('a list that cannot be read says why, and is asked for again', async () => {
  signInAs('owner')
  let isDown = true
  const part = await openPart(<OperatorsScreen />, {
    answers: { [list]: () => (isDown ? refuse('NO_RIGHT', {}, 403) : { operators }) },
  })
  await part.screen.findByText(refusals.NO_RIGHT)
  isDown = false
  await part.user.click(part.screen.getByRole('button', { name: text.desk.retry }))
  expect(await part.screen.findByText('kai')).toBeTruthy()
})
