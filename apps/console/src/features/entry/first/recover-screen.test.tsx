// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { passkeyOptions, stubDevice } from '../../../testing/device.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { RecoverScreen } from './recover-screen.tsx'

const { ways, refusals } = text

const answers: Answers = {
  'GET /api/console/desk': () => ({ name: 'K', language: 'en', passwords: false, demo: null }),
  'POST /api/console/recovery/begin': () => ({ challenge: 'q', options: passkeyOptions }),
  'POST /api/console/recovery/finish': () => ({ message: 'SUCCESS' }),
}

beforeEach(() => stubDevice())

async function recover(given: Answers) {
  const onSignIn = vi.fn()
  const part = await openPart(<RecoverScreen onSignIn={onSignIn} />, { answers: given })
  expect(part.words()).toContain(ways.recoverNone)
  await part.user.type(part.screen.getByLabelText(ways.recoverCode), 'abcd efgh')
  await part.user.click(part.screen.getByRole('button', { name: ways.recover }))
  return { ...part, onSignIn }
}

test('PERSON-13 a recovery code makes a passkey, and the page leads to the sign-in', async () => {
  const part = await recover(answers)
  await part.screen.findByText(ways.recovered)
  expect(part.sentTo('POST /api/console/recovery/begin')).toEqual([{ code: 'abcd efgh' }])
  expect(part.sentTo('POST /api/console/recovery/finish')[0]).toMatchObject({
    code: 'abcd efgh',
    challenge: 'q',
  })
  await part.user.click(part.screen.getByRole('button', { name: ways.toSignIn }))
  expect(part.onSignIn).toHaveBeenCalledOnce()
})

test('PERSON-13 a wrong or used code says so, and what was typed stays', async () => {
  const wrong = refuse('RECOVERY_CODE_WRONG', {}, 401)
  const part = await recover({ ...answers, 'POST /api/console/recovery/begin': () => wrong })
  await part.screen.findByText(refusals.RECOVERY_CODE_WRONG)
  expect(part.screen.getByLabelText(ways.recoverCode)).toHaveProperty('value', 'abcd efgh')
  expect(part.sentTo('POST /api/console/recovery/finish')).toEqual([])
})
