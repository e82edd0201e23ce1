// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { RecoverScreen } from './recover-screen.tsx'

const { ways, refusals } = text
const bytes = new Uint8Array([1, 2, 3]).buffer
const options = {
  challenge: 'AQID',
  rp: { name: 'Kapao', id: 'localhost' },
  user: { id: 'AQID', name: 'kai', displayName: 'kai' },
  pubKeyCredParams: [],
}

const answers: Answers = {
  'GET /api/console/desk': () => ({ name: 'K', language: 'en', passwords: false, demo: null }),
  'POST /api/console/recovery/begin': () => ({ challenge: 'q', options }),
  'POST /api/console/recovery/finish': () => ({ message: 'SUCCESS' }),
}

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  const value = {
    create: async () => ({
      id: 'AQID',
      rawId: bytes,
      type: 'public-key',
      response: { attestationObject: bytes, clientDataJSON: bytes },
      getClientExtensionResults: () => ({}),
    }),
  }
  Object.defineProperty(navigator, 'credentials', { value, configurable: true })
})

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
