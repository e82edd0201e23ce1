// @vitest-environment jsdom
import type { Me } from '@kapao/contract/console/sign-in'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { passkeyOptions, stubDevice } from '../../testing/device.ts'
import { meOf } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { keepMe, useMe } from '#shared/me.ts'
import { text } from '#text/en/all.ts'
import { TouchDialog } from './touch-dialog.tsx'

const { people, refusals } = text
const begin = 'POST /api/console/touch/begin'
const finish = 'POST /api/console/touch/finish'
const password = 'POST /api/console/touch/password'
const touched = meOf(['owner'], { touchedUntil: '2026-03-02T09:00:00.000Z' })

function Touched() {
  return <p>{useMe()?.touchedUntil}</p>
}

async function open(ways: Me['ways'], answers: Answers) {
  stubDevice()
  keepMe(meOf(['owner'], { ways }))
  const onAnswer = vi.fn()
  const part = await openPart(
    <>
      <Touched />
      <TouchDialog onAnswer={onAnswer} />
    </>,
    { answers: { [begin]: () => ({ challenge: 'q', options: passkeyOptions }), ...answers } },
  )
  const press = (name: string) => part.user.click(part.screen.getByRole('button', { name }))
  return { ...part, onAnswer, press }
}

test('a touch is given by the passkey, and the page knows until when it is good', async () => {
  const part = await open(['passkey'], { [finish]: () => touched })
  expect(part.screen.queryByLabelText(people.passwordLabel)).toBeNull()
  await part.press(people.touchPasskey)
  await vi.waitFor(() => expect(part.onAnswer.mock.calls).toEqual([[true]]))
  expect(part.sentTo(finish)).toMatchObject([{ challenge: 'q', answer: { id: 'AQID' } }])
  await vi.waitFor(() => expect(part.words()).toContain(touched.touchedUntil))
})

test('a wrong touch is not one, and says so', async () => {
  const part = await open(['passkey'], { [finish]: () => refuse('SIGN_IN_FAILED', {}, 401) })
  await part.press(people.touchPasskey)
  await part.screen.findByText(refusals.SIGN_IN_FAILED)
  expect(part.onAnswer).not.toHaveBeenCalled()
})

test('a dialog that is closed gives none', async () => {
  const part = await open(['passkey'], {})
  await part.press(text.desk.close)
  expect(part.onAnswer.mock.calls).toEqual([[false]])
  expect(part.sent).toEqual([])
})

test('who signs in by password confirms with password and code, without a name', async () => {
  const part = await open(['password'], { [password]: () => touched })
  expect(part.screen.queryByRole('button', { name: people.touchPasskey })).toBeNull()
  expect(part.screen.queryByLabelText(people.name)).toBeNull()
  await part.user.type(part.screen.getByLabelText(people.passwordLabel), 'a long password')
  await part.user.type(part.screen.getByLabelText(people.code), '123 456')
  await part.press(people.touchPassword)
  await vi.waitFor(() => expect(part.onAnswer.mock.calls).toEqual([[true]]))
  expect(part.sentTo(password)).toEqual([{ password: 'a long password', code: '123456' }])
})
