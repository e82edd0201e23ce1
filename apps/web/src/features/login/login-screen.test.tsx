// @vitest-environment jsdom
import type { Language } from '@kapao/contract/limits'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { parseSettings } from '#core/settings.ts'
import { tokenKey } from '#core/session/token.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { LoginScreen } from './login-screen.tsx'
import { WhyEnded } from './why-ended.tsx'

const call = 'POST /api/login'

type Opening = { before?: object; language?: Language }

async function open(
  answer: NonNullable<Answers[typeof call]>,
  { before = {}, language = 'en' }: Opening = {},
) {
  history.replaceState(before, '', '/login')
  const opened = await openPart(
    <SettingsProvider settings={parseSettings('{"brand":{"name":"Gold Bag"}}')}>
      <LoginScreen
        onIntent={() => undefined}
        renderForgotten={(phone) => <p>{`forgot ${phone}`}</p>}
        renderEnded={(why) => <WhyEnded why={why} />}
      />
    </SettingsProvider>,
    { language, answers: { 'GET /api/lookup/active': () => ({ active: true }), [call]: answer } },
  )
  sessionStorage.clear()
  const { user, screen } = opened
  const fill = async (phone: string, password: string) => {
    const [name, secret] = ['input[name=username]', 'input[type=password]'].map((place) =>
      document.querySelector<HTMLInputElement>(place)!,
    )
    if (phone !== '') await user.type(name!, phone)
    if (password !== '') await user.type(secret!, password)
  }
  return {
    ...opened,
    fill,
    submit: () => user.click(screen.getByRole('button', { name: 'Log in' })),
    logins: () => opened.sentTo(call),
  }
}

test('phone and password are sent once; the session is kept for the tab alone', async () => {
  const { answer, give } = later<{ token: string }>()
  const { fill, submit, logins } = await open(() => answer)
  await fill('0812345678', 'Secret-1')
  await submit()
  await submit()
  expect(logins()).toEqual([{ username: '0812345678', password: 'Secret-1' }])
  give({ token: 'fresh' })
  await vi.waitFor(() => expect(location.pathname).toBe('/user'))
  expect([sessionStorage.getItem(tokenKey), localStorage.getItem(tokenKey)]).toEqual([
    'fresh',
    null,
  ])
})

test('to be remembered it is kept in the browser', async () => {
  const { fill, submit, user, screen } = await open(() => ({ token: 'fresh' }))
  await fill('0812345678', 'Secret-1')
  await user.click(screen.getByRole('checkbox'))
  await submit()
  await vi.waitFor(() => expect(localStorage.getItem(tokenKey)).toBe('fresh'))
  expect(sessionStorage.getItem(tokenKey)).toBeNull()
})

test.each([
  ['', 'Secret-1'],
  ['0812345678', ''],
])('%j and %j: nothing is sent', async (phone, password) => {
  const { fill, submit, logins } = await open(() => refuse('WRONG_CREDENTIAL', {}, 401))
  await fill(phone, password)
  await submit()
  expect(logins()).toEqual([])
})

test('refused: says why until something is typed, and nobody is logged in', async () => {
  const { fill, submit, words, screen } = await open(() => refuse('WRONG_CREDENTIAL', {}, 401))
  await fill('0812345678', 'wrong')
  await submit()
  await screen.findByText(/The phone number or password is incorrect/)
  expect([sessionStorage.getItem(tokenKey), localStorage.getItem(tokenKey)]).toEqual([null, null])
  await fill('', 'x')
  expect(words()).not.toContain('The phone number or password is incorrect')
})

test('a forgotten password begins with the phone that was typed', async () => {
  const { fill, press, words } = await open(() => refuse('WRONG_CREDENTIAL', {}, 401))
  await fill('0812345678', '')
  await press(/Forgot/)
  expect(words()).toContain('forgot 0812345678')
})

const never = () => refuse('WRONG_CREDENTIAL', {}, 401)
const field = () => document.querySelector<HTMLInputElement>('input[name=username]')!.value

test.each([
  ['INVALID_USER_3', /because your password was changed. Was it not you\?/, true],
  ['UNAUTHORIZED', /on another device, our staff ended it/, true],
  ['INACTIVE_USER', /this account has been deactivated/, true],
  ['EXPIRED_AUTH_TOKEN', /Your login has timed out/, false],
  [null, /^This login has ended/, true],
])('SAY-60 a session that ended with %s says why, and is no error', async (why, words, asks) => {
  const before = { lostAt: '/user/statement', why, phone: '0812345678' }
  const { screen, fill, submit } = await open(() => ({ token: 'fresh' }), { before })
  expect(screen.getByText(words).closest('[role=status]')).not.toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(screen.queryByRole('link', { name: 'Contact' }) !== null).toBe(asks)
  // The number is filled in; only the password has to be typed to go on where it ended.
  expect(field()).toBe('0812345678')
  await fill('', 'Secret-1')
  expect(screen.getByText(words)).toBeTruthy()
  await submit()
  await vi.waitFor(() => expect(location.pathname).toBe('/user/statement'))
})

test.each([
  ['th', /เพราะมีการเปลี่ยนรหัสผ่าน/],
  ['la', /ເພາະມີການປ່ຽນລະຫັດຜ່ານ/],
] as const)('SAY-60 in the language of the page: %s', async (language, words) => {
  const before = { lostAt: '/user/home', why: 'INVALID_USER_3' }
  const { screen } = await open(never, { before, language })
  expect(screen.getByText(words)).toBeTruthy()
})

test('SAY-63 after a logout the number is filled in, and nothing is said', async () => {
  const { screen } = await open(never, { before: { phone: '0898765432' } })
  expect(field()).toBe('0898765432')
  expect(screen.queryByRole('status')).toBeNull()
})
