// @vitest-environment jsdom
import type { CallOutput } from '@kapao/contract/calls'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart } from '../../../testing/open-part.tsx'
import { DevicesSheet } from './devices-sheet.tsx'

type Device = CallOutput<'GET /api/sessions'>['devices'][number]

const device = (id: string, more: Partial<Device> = {}): Device => ({
  _id: id,
  device: `Browser ${id}`,
  network: '203.113',
  isSameNetwork: false,
  startedAt: '2026-11-21T05:00:00.000Z',
  lastUsedAt: '2026-11-21T06:00:00.000Z',
  isThis: false,
  ...more,
})

async function open(first: readonly Device[], { isUp = true } = {}) {
  const server = { devices: first, isUp }
  const answer = <T,>(work: () => T) => (server.isUp ? work() : refuse('SERVICE_BUSY', {}, 503))
  const done = { message: 'SUCCESS' } as const
  const opened = await openPart(<DevicesSheet onClose={() => undefined} />, {
    answers: {
      'GET /api/passkeys': () => ({ passkeys: [] }),
      'GET /api/sessions': () => answer(() => ({ devices: [...server.devices] })),
      'DELETE /api/sessions/{id}': ({ id }) =>
        answer(() => {
          server.devices = server.devices.filter(({ _id }) => _id !== id)
          return done
        }),
      'DELETE /api/sessions': () =>
        answer(() => {
          server.devices = server.devices.filter(({ isThis }) => isThis)
          return done
        }),
    },
  })
  const rows = () =>
    opened.screen.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  return { ...opened, server, rows }
}

const here = device('here', { isThis: true, isSameNetwork: true })

test('NOTE-19 this device stands first and has no button; each says when, and from where', async () => {
  const { rows, screen } = await open([device('a', { device: '' }), here])
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toContain('Browser hereThis device')
  expect(rows()[0]).toContain('203.113, the same as here')
  expect(rows()[0]).not.toContain('Log out')
  expect(rows()[1]).toContain('Unknown browser')
  expect(rows()[1]).toContain('Logged in21/11/2026 12:00:00')
  expect(rows()[1]).toContain('Last used21/11/2026 13:00:00')
  expect(screen.getByRole('button', { name: 'Log out there: Unknown browser' })).toBeTruthy()
})

test('NOTE-19 one is ended, and then all others', async () => {
  const { rows, press, sentTo, words } = await open([here, device('a'), device('b'), device('c')])
  await vi.waitFor(() => expect(rows()).toHaveLength(4))
  await press('Log out there: Browser b')
  await vi.waitFor(() => expect(rows()).toHaveLength(3))
  expect(sentTo('DELETE /api/sessions/{id}')).toHaveLength(1)
  await press('Log out all other devices')
  await vi.waitFor(() => expect(words()).toContain('You are logged in on no other device.'))
  expect(rows()).toHaveLength(1)
})

test('NOTE-19 a failure says so and keeps the list', async () => {
  const { rows, press, server, screen } = await open([here, device('a')])
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  server.isUp = false
  await press('Log out all other devices')
  await vi.waitFor(() => expect(screen.getAllByRole('alert')[0]!.textContent).not.toBe(''))
  expect(rows()).toHaveLength(2)
})

test('NOTE-19 what cannot be loaded is asked for again', async () => {
  const { rows, press, words, server } = await open([here], { isUp: false })
  await vi.waitFor(() => expect(words()).toContain('could not be loaded'))
  server.isUp = true
  await press('Try again')
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
})
