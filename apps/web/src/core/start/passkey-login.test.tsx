// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '#core/i18n.tsx'
import { readToken } from '#core/session/token.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { offerPasskey } from './passkey-login.ts'

const get = vi.fn()
beforeEach(() => void get.mockReset())

async function open(
  answer: NonNullable<Answers['POST /api/passkeys/sign-in']>,
  { knows = true, asks = true } = {},
) {
  vi.stubGlobal('PublicKeyCredential', {
    isConditionalMediationAvailable: async () => knows,
    parseRequestOptionsFromJSON: (given: object) => given,
  })
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  const opened = await openPart(
    <form>
      <input name="username" autoComplete="username" />
      <input type="password" autoComplete="current-password" />
      <input type="checkbox" defaultChecked />
    </form>,
    {
      answers: {
        'POST /api/passkeys/question': () =>
          asks ? { options: { challenge: 'asked' } } : refuse('PASSKEY_REFUSED', {}, 401),
        'POST /api/passkeys/sign-in': answer,
      },
    },
  )
  sessionStorage.clear()
  const packs = { loadPublicText, loadVisitorText, loadMemberText }
  const onLoggedIn = vi.fn()
  offerPasskey(await startI18n('en', packs, { remember: () => undefined }), onLoggedIn)
  const field = document.querySelector<HTMLInputElement>('input[name=username]')!
  return { ...opened, field, onLoggedIn }
}

const passkey = { toJSON: () => ({ id: 'mine' }) }
const never = () => new Promise(() => undefined)

test('NOTE-20 the browser offers a passkey in the field for the number, and the one that is chosen logs in', async () => {
  const chosen = Promise.withResolvers<unknown>()
  get.mockReturnValueOnce(chosen.promise)
  const { field, sentTo, onLoggedIn } = await open(() => ({ token: 'fresh' }))
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  expect(field.autocomplete).toBe('username webauthn')
  expect(get.mock.calls[0]![0]).toMatchObject({
    mediation: 'conditional',
    publicKey: { challenge: 'asked' },
  })
  chosen.resolve(passkey)
  await vi.waitFor(() => expect(onLoggedIn).toHaveBeenCalledTimes(1))
  expect(sentTo('POST /api/passkeys/sign-in')).toEqual([{ answer: { id: 'mine' } }])
  expect(readToken()).toBe('fresh')
})

test('NOTE-20 one that is refused leaves the login as it is, says so, and is offered again', async () => {
  get.mockResolvedValueOnce(passkey).mockImplementation(never)
  const { onLoggedIn } = await open(() => refuse('PASSKEY_REFUSED', {}, 401))
  const said = 'This passkey was not accepted. Please use your password.'
  await vi.waitFor(() => expect(document.querySelector('[data-toast]')?.textContent).toBe(said))
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2))
  expect([onLoggedIn.mock.calls, readToken()]).toEqual([[], null])
})

test('NOTE-20 for a browser that cannot nothing is asked, and its field is as it was', async () => {
  const { sentTo, field } = await open(() => ({ token: 'fresh' }), { knows: false })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sentTo('POST /api/passkeys/question')).toEqual([])
  expect(field.autocomplete).toBe('username')
})

test('NOTE-20 in a house without passkeys nothing is offered, and nothing is said', async () => {
  const { sentTo } = await open(() => ({ token: 'fresh' }), { asks: false })
  await vi.waitFor(() => expect(sentTo('POST /api/passkeys/question')).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(get).not.toHaveBeenCalled()
  expect(document.querySelector('[data-toast]')).toBeNull()
})

test('NOTE-20 who leaves the login is offered nothing any more, and again at the next one', async () => {
  get.mockImplementation(never)
  const { field } = await open(() => ({ token: 'fresh' }))
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  const { signal } = get.mock.calls[0]![0] as { signal: AbortSignal }
  const form = field.closest('form')!
  const place = form.parentElement!
  form.remove()
  dispatchEvent(new Event('pushState'))
  await vi.waitFor(() => expect(signal.aborted).toBe(true))
  // Those of the other tests follow the page, too.
  get.mockClear()
  place.append(form)
  dispatchEvent(new Event('pushState'))
  await vi.waitFor(() => expect(get).toHaveBeenCalled())
})
