// @vitest-environment jsdom
import type { CallOutput } from '@kapao/contract/calls'
import { refuse } from '@kapao/ui/testing/served.ts'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { emitPush } from '#core/live/pushes.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { BottomMenu, MenuLink } from '../../shell/bottom-menu.tsx'
import { NoticeMarks } from './notice-marks.tsx'

type Marks = CallOutput<'GET /api/notices/marks'>
type Warning = NonNullable<Marks['warning']>

const warning = (id: number, more: Partial<Warning> = {}): Warning => ({
  _id: id,
  class: 'warning',
  title: 'Bank account changed',
  text: 'Your bank account was changed. If it was not you, contact us immediately.',
  at: '2026-11-21T05:00:00.000Z',
  isRead: false,
  leads: 'contact',
  ...more,
})

type GivenMarks = Pick<Marks, 'notices' | 'warning'> & Partial<Marks>
const whole = (marks: GivenMarks): Marks => ({
  talk: 0,
  lastSignIn: null,
  mayAddPasskey: false,
  ...marks,
})

async function open(first: GivenMarks) {
  const server = { marks: whole(first), mayRead: true }
  const opened = await openPart(
    <>
      <BottomMenu label="Menu">
        <MenuLink to="/user/profile" path="" label="Profile" />
      </BottomMenu>
      <NoticeMarks />
    </>,
    {
      answers: {
        'GET /api/notices/marks': () => server.marks,
        'POST /api/passkeys/own-question': () => ({ options: { challenge: 'asked' } }),
        'POST /api/passkeys': () => ({ message: 'SUCCESS' }),
        'PUT /api/notices/read': () =>
          server.mayRead ? { message: 'SUCCESS' } : refuse('SERVICE_BUSY', {}, 503),
      },
    },
  )
  const becomes = (next: GivenMarks) => (server.marks = whole(next))
  const push = () => act(async () => emitPush({ name: 'wallet', push: { seq: 1 } }))
  const name = (): string => opened.screen.getByRole('link').textContent ?? ''
  return { ...opened, server, becomes, push, name }
}

test('NOTE-11 unread notices are counted at the entry for the profile and read aloud with it, and follow every push', async () => {
  const { name, becomes, push } = await open({ notices: 0, warning: null })
  expect(name()).toBe('Profile')
  becomes({ notices: 1, warning: null })
  await push()
  await vi.waitFor(() => expect(name()).toBe('Profile1, 1 unread notice'))
  becomes({ notices: 12, warning: null })
  await push()
  await vi.waitFor(() => expect(name()).toBe('Profile9+, 12 unread notices'))
  becomes({ notices: 0, warning: null })
  await push()
  await vi.waitFor(() => expect(name()).toBe('Profile'))
})

test('NOTE-12 a warning stands there until it is read, and then the next one', async () => {
  const { screen, words, press, becomes, sentTo, name } = await open({
    notices: 2,
    warning: warning(7),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('If it was not you')
  const second = { title: 'Deposit reversed', text: 'Our staff reversed a deposit.' } as const
  becomes({ notices: 1, warning: warning(9, { ...second, leads: 'statement' }) })
  await press('I have read this')
  await vi.waitFor(() => expect(words()).toContain('Our staff reversed a deposit.'))
  expect(words()).not.toContain('If it was not you')
  expect(sentTo('PUT /api/notices/read')).toEqual([{ upto: 7 }])
  becomes({ notices: 0, warning: null })
  await press('I have read this')
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(name()).toBe('Profile')
})

test('NOTE-12 where reading it fails it stays, and its button leads to support or to the statement', async () => {
  const { screen, press, server, sentTo, becomes, push } = await open({
    notices: 1,
    warning: warning(7),
  })
  server.mayRead = false
  await screen.findByRole('alert')
  await press('I have read this')
  await vi.waitFor(() => expect(sentTo('PUT /api/notices/read')).toHaveLength(1))
  expect(screen.getByRole('alert').textContent).toContain('Bank account changed')
  await press('Contact us')
  await vi.waitFor(() => expect(location.pathname).toBe('/user/contact'))
  becomes({ notices: 1, warning: warning(8, { leads: 'statement' }) })
  await push()
  await vi.waitFor(() => expect(screen.getByText('Open the statement')).toBeTruthy())
  await press('Open the statement')
  await vi.waitFor(() => expect(location.pathname).toBe('/user/statement'))
})

const lastSignIn = { at: '2026-11-21T05:00:00.000Z', device: 'Edge · Windows', network: '198.51' }
const toasts = () => [...document.querySelectorAll('[data-toast]')].map((one) => one.textContent)
/** The calls of this page, as the browser notes them. */
const sentBefore = (...paths: string[]) =>
  vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue(paths.map((path) => ({ name: `https://kapao.example${path}` }) as never))

test('NOTE-19 S04 after a login the one before it is said once, whatever is pushed', async () => {
  sentBefore('/api/lookup/active', '/api/login')
  const { push } = await open({ notices: 0, warning: null, lastSignIn })
  await vi.waitFor(() =>
    expect(toasts()).toEqual([
      'Your login before this one: 21/11/2026 12:00:00 · Edge · Windows · 198.51',
    ]),
  )
  document.querySelector('[data-toast]')!.remove()
  await push()
  expect(toasts()).toEqual([])
})

test.each([
  ['after a reload', '/api/wallet', lastSignIn],
  ['where there was none before', '/api/login', null],
])('NOTE-19 %s nothing is said', async (_when, path, before) => {
  sentBefore(path)
  const { name } = await open({ notices: 1, warning: null, lastSignIn: before })
  await vi.waitFor(() => expect(name()).toContain('1 unread'))
  expect(toasts()).toEqual([])
})

const create = vi.fn()
const withBrowser = (can: Record<string, boolean>) => {
  create.mockReset()
  vi.stubGlobal('PublicKeyCredential', {
    getClientCapabilities: async () => can,
    parseCreationOptionsFromJSON: (given: object) => given,
  })
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true })
}

test('NOTE-20 after a login with the password the browser makes a passkey without a dialog, once', async () => {
  withBrowser({ conditionalCreate: true })
  create.mockResolvedValue({ toJSON: () => ({ id: 'made' }) })
  sentBefore('/api/login')
  const { sentTo, push } = await open({ notices: 0, warning: null, mayAddPasskey: true })
  await vi.waitFor(() => expect(sentTo('POST /api/passkeys')).toEqual([{ answer: { id: 'made' } }]))
  const asked = { publicKey: { challenge: 'asked' }, mediation: 'conditional' }
  expect(create.mock.calls).toEqual([[asked]])
  await push()
  expect(create).toHaveBeenCalledTimes(1)
})

test.each([
  ['a browser that would ask', {}, '/api/login', true],
  ['a login with a passkey', { conditionalCreate: true }, '/api/passkeys/sign-in', true],
  ['a member who has ten', { conditionalCreate: true }, '/api/login', false],
])('NOTE-20 for %s none is made', async (_who, can, path, mayAddPasskey) => {
  withBrowser(can)
  sentBefore(path)
  const { name } = await open({ notices: 1, warning: null, mayAddPasskey })
  await vi.waitFor(() => expect(name()).toContain('1 unread'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(create).not.toHaveBeenCalled()
})

test('NOTE-20 a browser that has one already, or fails, says nothing', async () => {
  withBrowser({ conditionalCreate: true })
  create.mockRejectedValue(new DOMException('known', 'InvalidStateError'))
  sentBefore('/api/login')
  const { sentTo } = await open({ notices: 0, warning: null, mayAddPasskey: true })
  await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(1))
  expect(sentTo('POST /api/passkeys')).toEqual([])
  expect(toasts()).toEqual([])
})
