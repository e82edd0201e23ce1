// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { passkeyOptions, stubDevice } from '../../testing/device.ts'
import { at, meOf } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { EnrolScreen } from './enrol-screen.tsx'

const { people, refusals } = text
const token = 'T'.repeat(43)
const read = 'POST /api/console/enrol/read'
const begin = 'POST /api/console/enrol/begin'
const finish = 'POST /api/console/enrol/finish'
const me = meOf(['owner'])

async function open(answers: Answers, link = token) {
  stubDevice()
  const onDone = vi.fn()
  const part = await openPart(<EnrolScreen token={link} onDone={onDone} />, {
    answers: {
      'GET /api/console/desk': () => ({ name: 'K', language: 'en', passwords: false, demo: null }),
      [read]: () => ({ name: 'kai', until: at, passwords: false }),
      [begin]: () => ({ challenge: 'q', options: passkeyOptions }),
      ...answers,
    },
  })
  return { ...part, onDone }
}

test('a link makes a passkey under the name of its device, and signs in', async () => {
  const part = await open({ [finish]: () => me })
  const make = await part.screen.findByRole('button', { name: people.makePasskey })
  expect(part.words()).toContain('This link is for kai.')
  const label = part.screen.getByLabelText(people.passkeyLabel)
  await part.user.clear(label)
  expect(make.hasAttribute('disabled')).toBe(true)
  await part.user.type(label, 'a tablet')
  await part.user.click(make)
  await vi.waitFor(() => expect(part.onDone.mock.calls[0]?.[0]).toEqual(me))
  expect(part.sentTo(begin)).toEqual([{ token }])
  expect(part.sentTo(finish)).toMatchObject([
    { token, challenge: 'q', answer: { id: 'AQID' }, label: 'a tablet' },
  ])
  // Where passwords are not allowed there is none.
  expect(part.screen.queryByRole('button', { name: people.makePassword })).toBeNull()
})

test('Enter in the field does what the button does', async () => {
  const part = await open({ [finish]: () => me })
  await part.user.type(await part.screen.findByLabelText(people.passkeyLabel), '{Enter}')
  await vi.waitFor(() => expect(part.onDone.mock.calls[0]?.[0]).toEqual(me))
})

test('a truncated link is called one, and nothing is asked with it', async () => {
  const part = await open({}, token.slice(1))
  expect(part.words()).toContain(people.noLink)
  expect(part.sentTo(read)).toEqual([])
})

test('a link that is over makes nothing', async () => {
  const part = await open({ [read]: () => refuse('ENROLMENT_OVER', {}, 410) })
  await part.screen.findByText(refusals.ENROLMENT_OVER, { exact: false })
  expect(part.screen.queryByRole('button', { name: people.makePasskey })).toBeNull()
})

test('a passkey that is refused signs nobody in', async () => {
  const part = await open({ [finish]: () => refuse('PASSKEY_KNOWN') })
  await part.user.click(await part.screen.findByRole('button', { name: people.makePasskey }))
  await part.screen.findByText(refusals.PASSKEY_KNOWN)
  expect(part.onDone).not.toHaveBeenCalled()
})
