// @vitest-environment jsdom
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { parseSettings } from '#core/settings.ts'
import { tokenKey } from '#core/session/token.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { LoginScreen } from './login-screen.tsx'

const call = 'POST /api/login'

async function open(answer: NonNullable<Answers[typeof call]>) {
  const opened = await openPart(
    <SettingsProvider settings={parseSettings('{"brand":{"name":"Gold Bag"}}')}>
      <LoginScreen
        onIntent={() => undefined}
        renderForgotten={(phone) => <p>{`forgot ${phone}`}</p>}
      />
    </SettingsProvider>,
    { answers: { 'GET /api/lookup/active': () => ({ active: true }), [call]: answer } },
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
