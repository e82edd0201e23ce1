// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Role } from '@kapao/contract/console/roles'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { at, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { MeScreen } from './me-screen.tsx'

const { people, ways, terminals, refusals } = text
const own = 'GET /api/console/own'
const begin = 'POST /api/console/own/passkey/begin'
const finish = 'POST /api/console/own/passkey/finish'
const end = 'POST /api/console/own/passkey/end'
const endSession = 'POST /api/console/own/session/end'
type OwnAnswer = ConsoleCallOutput<typeof own>

const passkeys = [
  { id: 'k1', label: 'my phone', createdAt: at, lastUsedAt: null },
  { id: 'k2', label: 'my laptop', createdAt: at, lastUsedAt: at },
]
const session = {
  startedAt: at,
  lastUsedAt: at,
  endsAt: at,
  way: 'browser',
  isThis: false,
} as const
const sessions: OwnAnswer['sessions'] = [
  { ...session, id: 's1', address: '10.0.0.1', device: 'A', isThis: true },
  { ...session, id: 's2', address: '10.0.0.2', device: 'B' },
  { ...session, id: 's3', address: '10.0.0.3', device: 'kai@laptop', way: 'terminal' },
  { ...session, id: 's4', address: '10.0.0.4', device: 'figures (srv)', way: 'script' },
]

async function open(
  answers: Answers,
  { roles = ['owner'], part = {} }: { roles?: Role[]; part?: Partial<OwnAnswer> } = {},
) {
  signInAs(...roles)
  const makePasskey = vi.fn(async () => ({ id: 'made' }))
  const opened = await openPart(<MeScreen makePasskey={makePasskey} />, {
    answers: {
      [own]: () => ({ passkeys, sessions, ...part }),
      'GET /api/console/me': () => refuse('NOT_FOUND', {}, 404),
      'GET /api/console/own/notices': () => ({ notices: [], passkeys: 2, recoveryCodes: 10 }),
      'GET /api/console/payouts': () => ({ stops: [] }),
      ...answers,
    },
  })
  const { screen, user } = opened
  await screen.findByText('10.0.0.1', { exact: false })
  const press = (name: string, place = 0) =>
    user.click(screen.getAllByRole('button', { name })[place]!)
  return { ...opened, makePasskey, press }
}

test('a passkey is added with the name of its device, once, and the name is cleared', async () => {
  const { answer, give } = later<{ message: 'SUCCESS' }>()
  const part = await open({
    [begin]: () => ({ challenge: 'q', options: { some: 'options' } }),
    [finish]: () => answer,
  })
  const add = part.screen.getByRole('button', { name: people.addPasskey })
  expect(add.hasAttribute('disabled')).toBe(true)
  const label = part.screen.getByLabelText<HTMLInputElement>(people.passkeyLabel)
  await part.user.type(label, '   ')
  expect(add.hasAttribute('disabled')).toBe(true)
  await part.user.clear(label)
  await part.user.type(label, 'a tablet')
  await part.user.click(add)
  await vi.waitFor(() => expect(part.sentTo(finish)).toHaveLength(1))
  await part.user.click(add)
  give({ message: 'SUCCESS' })
  await vi.waitFor(() => expect(label.value).toBe(''))
  expect(part.makePasskey).toHaveBeenCalledWith({ some: 'options' })
  expect(part.sentTo(finish)).toEqual([
    { challenge: 'q', answer: { id: 'made' }, label: 'a tablet' },
  ])
  await vi.waitFor(() => expect(part.sentTo(own)).toHaveLength(2))
})

test('a passkey that is refused says so, and its name stays; one not used is no fault', async () => {
  const part = await open({ [begin]: () => refuse('PASSKEYS_MAX') })
  const label = part.screen.getByLabelText<HTMLInputElement>(people.passkeyLabel)
  await part.user.type(label, 'a tablet')
  await part.press(people.addPasskey)
  await part.screen.findByText(refusals.PASSKEYS_MAX)
  expect(label.value).toBe('a tablet')
  part.close()
  const other = await open({ [begin]: () => ({ challenge: 'q', options: {} }) })
  other.makePasskey.mockRejectedValue(Object.assign(new Error('x'), { name: 'NotAllowedError' }))
  await other.user.type(other.screen.getByLabelText(people.passkeyLabel), 'a tablet')
  await other.press(people.addPasskey)
  await other.screen.findByText(people.stopped)
  expect(other.sentTo(finish)).toEqual([])
})

test('a passkey is removed only after its name was read again', async () => {
  const part = await open({ [end]: () => ({ message: 'SUCCESS' }) })
  expect(part.words()).not.toContain(people.twoPasskeys)
  await part.press(people.endPasskey, 1)
  expect(part.words()).toContain(people.endPasskeyLead('my laptop'))
  expect(part.sentTo(end)).toEqual([])
  const dialog = within(part.screen.getByRole('dialog'))
  await part.user.click(dialog.getByRole('button', { name: people.endPasskey }))
  await vi.waitFor(() => expect(part.screen.queryByRole('dialog')).toBeNull())
  expect(part.sentTo(end)).toEqual([{ id: 'k2' }])
})

test('the last way in is not removed: the dialog stays and says why', async () => {
  const part = await open(
    { [end]: () => refuse('LAST_WAY_IN') },
    { part: { passkeys: [passkeys[0]!] } },
  )
  expect(part.words()).toContain(people.twoPasskeys)
  await part.press(people.endPasskey)
  const dialog = within(part.screen.getByRole('dialog'))
  await part.user.click(dialog.getByRole('button', { name: people.endPasskey }))
  await part.screen.findByText(refusals.LAST_WAY_IN)
  expect(part.screen.queryByRole('dialog')).toBeTruthy()
})

test('the session of the row is ended, and a refusal is said', async () => {
  let isRefused = true
  const part = await open({
    [endSession]: () => (isRefused ? refuse('NOT_FOUND', {}, 404) : { message: 'SUCCESS' }),
  })
  const rows = part.words()
  expect(rows.indexOf(people.thisSession)).toBeLessThan(rows.indexOf('10.0.0.2'))
  expect(rows.split(people.thisSession)).toHaveLength(2)
  await part.press(people.endSession, 1)
  await part.screen.findByText(refusals.NOT_FOUND)
  isRefused = false
  await part.press(people.endSession, 1)
  await vi.waitFor(() => expect(part.sentTo(own)).toHaveLength(2))
  expect(part.sentTo(endSession)).toEqual([{ id: 's2' }, { id: 's2' }])
})

test.each([
  ['owner', true],
  ['risk', true],
  ['cashier', false],
  ['support', false],
] as const)(
  'what a new passkey holds back, and the stop, are said to %s: %s',
  async (role, isSaid) => {
    const part = await open({}, { roles: [role] })
    expect(part.words().includes(ways.untilLasts)).toBe(isSaid)
    expect(part.screen.queryAllByRole('button', { name: text.payouts.stop })).toHaveLength(
      isSaid ? 1 : 0,
    )
  },
)

test('HOUSE-24 a terminal is confirmed from its row, with the touch of the page; browsers and scripts have no such button', async () => {
  const touch = 'POST /api/console/own/session/touch'
  const part = await open({ [touch]: () => ({ touchedUntil: '2026-11-27T03:05:00.000Z' }) })
  expect(part.screen.getAllByRole('button', { name: terminals.confirm })).toHaveLength(1)
  await part.press(terminals.confirm)
  await part.screen.findByText(terminals.confirmed('10:05'))
  expect(part.sentTo(touch)).toEqual([{ id: 's3' }])
})

test('HOUSE-24 the page makes the line that signs in a terminal, or a script under a label for some days', async () => {
  const make = 'POST /api/console/own/terminal'
  const command = 'npx kapao sign-in CODE --console https://desk.example.com'
  const part = await open({ [make]: () => ({ command, until: '2026-11-27T03:02:00.000Z' }) })
  await part.press(terminals.make)
  await part.screen.findByText(command)
  await part.screen.findByText(terminals.until('10:02'))
  expect(part.screen.getByRole('button', { name: terminals.script })).toHaveProperty(
    'disabled',
    true,
  )
  await part.user.type(part.screen.getByLabelText(terminals.label), 'figures')
  await part.press(terminals.script)
  await vi.waitFor(() => expect(part.sentTo(make)).toHaveLength(2))
  expect(part.sentTo(make)).toEqual([{ script: null }, { script: { label: 'figures', days: 30 } }])
})
