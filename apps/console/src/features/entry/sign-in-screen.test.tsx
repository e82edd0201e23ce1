// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { passkeyOptions, stubDevice } from '../../testing/device.ts'
import { meOf } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { queryClient } from '#core/queries.ts'
import { text } from '#text/en/all.ts'
import { SignInScreen } from './sign-in-screen.tsx'

const { people, ways, refusals } = text
const begin = 'POST /api/console/sign-in/begin'
const finish = 'POST /api/console/sign-in/finish'
const password = 'POST /api/console/sign-in/password'
const demo = 'POST /api/console/sign-in/demo'
const me = meOf(['cashier'])
type Desk = ConsoleCallOutput<'GET /api/console/desk'>

async function open(answers: Answers, desk: Partial<Desk> = {}, { isOver = false } = {}) {
  stubDevice()
  queryClient.clear()
  const acts = { onDone: vi.fn(), onJoin: vi.fn(), onRecover: vi.fn() }
  const read = (): Desk => ({
    name: 'Kapao',
    language: 'en',
    passwords: false,
    demo: null,
    ...desk,
  })
  const part = await openPart(<SignInScreen isOver={isOver} {...acts} />, {
    answers: { 'GET /api/console/desk': read, ...answers },
  })
  await part.screen.findByText('Kapao')
  const press = async (name: string) =>
    part.user.click(await part.screen.findByRole('button', { name }))
  return { ...part, ...acts, press }
}

const asked: Answers = { [begin]: () => ({ challenge: 'q', options: passkeyOptions }) }

test('a passkey signs in: its answer goes out with the challenge that asked for it, once', async () => {
  const { answer, give } = later<typeof me>()
  const part = await open({ ...asked, [finish]: () => answer })
  await part.press(people.passkey)
  await vi.waitFor(() => expect(part.sentTo(finish)).toHaveLength(1))
  await part.press(people.passkey)
  expect(part.onDone).not.toHaveBeenCalled()
  give(me)
  await vi.waitFor(() => expect(part.onDone).toHaveBeenCalledOnce())
  expect(part.onDone.mock.calls[0]![0]).toEqual(me)
  expect(part.sentTo(finish)).toMatchObject([{ challenge: 'q', answer: { id: 'AQID' } }])
})

test('a passkey that does not match lets nobody in and says so', async () => {
  const part = await open({ ...asked, [finish]: () => refuse('SIGN_IN_FAILED', {}, 401) })
  await part.press(people.passkey)
  await part.screen.findByText(refusals.SIGN_IN_FAILED)
  expect(part.onDone).not.toHaveBeenCalled()
})

test('a passkey that its holder did not use is no fault, and nothing is sent with it', async () => {
  const part = await open(asked)
  stubDevice({ isStopped: true })
  await part.press(people.passkey)
  await part.screen.findByText(people.stopped)
  expect(part.sentTo(finish)).toEqual([])
})

test('a password is offered only where the house allows it, and goes out with name and code', async () => {
  const without = await open({})
  expect(without.screen.queryByRole('button', { name: people.withPassword })).toBeNull()
  without.close()
  const part = await open({ [password]: () => me }, { passwords: true })
  await part.press(people.withPassword)
  await part.user.type(part.screen.getByLabelText(people.name), ' kai ')
  await part.user.type(part.screen.getByLabelText(people.passwordLabel), ' a long password ')
  await part.user.type(part.screen.getByLabelText(people.code), '123 456')
  await part.press(people.password)
  await vi.waitFor(() => expect(part.onDone).toHaveBeenCalledOnce())
  // A password may begin with a space; a name may not, and apps show codes in two halves.
  expect(part.sentTo(password)).toEqual([
    { name: 'kai', password: ' a long password ', code: '123456' },
  ])
})

test('a wrong password says so beside what was typed', async () => {
  const wrong = () => refuse('SIGN_IN_FAILED', {}, 401)
  const part = await open({ [password]: wrong }, { passwords: true })
  await part.press(people.withPassword)
  await part.user.type(part.screen.getByLabelText(people.name), 'kai')
  await part.press(people.password)
  await part.screen.findByText(refusals.SIGN_IN_FAILED)
  expect(part.screen.getByLabelText(people.name)).toHaveProperty('value', 'kai')
  expect(part.onDone).not.toHaveBeenCalled()
})

test('the operators of a demo sign in by name; elsewhere nobody is offered', async () => {
  const house = await open({})
  expect(house.words()).not.toContain(people.demo)
  house.close()
  const part = await open({ [demo]: () => me }, { demo: ['owner', 'som'] })
  await part.press('som')
  await vi.waitFor(() => expect(part.onDone).toHaveBeenCalledOnce())
  expect(part.sentTo(demo)).toEqual([{ name: 'som' }])
})

test('PERSON-12 PERSON-13 who is new and who lost a passkey each have their way', async () => {
  const part = await open({})
  await part.press(ways.joinAsk)
  expect(part.onJoin).toHaveBeenCalledOnce()
  expect(part.onRecover).not.toHaveBeenCalled()
  await part.press(ways.recoverAsk)
  expect(part.onRecover).toHaveBeenCalledOnce()
})

test('a session that is over says so', async () => {
  const fresh = await open({})
  expect(fresh.words()).not.toContain(people.sessionOver)
  fresh.close()
  const over = await open({}, {}, { isOver: true })
  expect(over.words()).toContain(people.sessionOver)
})
