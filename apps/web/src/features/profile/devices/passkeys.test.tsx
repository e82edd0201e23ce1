// @vitest-environment jsdom
import type { CallOutput } from '@kapao/contract/calls'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart } from '../../../testing/open-part.tsx'
import { Passkeys } from './passkeys.tsx'

type Passkey = CallOutput<'GET /api/passkeys'>['passkeys'][number]

const passkey = (id: string, more: Partial<Passkey> = {}): Passkey => ({
  _id: id,
  credential: `credential-${id}`,
  label: `Browser ${id}`,
  addedAt: '2026-11-21T05:00:00.000Z',
  usedAt: null,
  ...more,
})

async function open(first: readonly Passkey[], { isIdentified = true } = {}) {
  const server = { passkeys: first, isIdentified, password: 'right' }
  const opened = await openPart(<Passkeys />, {
    answers: {
      'GET /api/passkeys': () => ({ passkeys: [...server.passkeys] }),
      'DELETE /api/passkeys/{id}': ({ id }) => {
        if (!server.isIdentified) return refuse('IDENTIFY_AGAIN', {}, 403)
        server.passkeys = server.passkeys.filter(({ _id }) => _id !== id)
        return { message: 'SUCCESS' }
      },
      'POST /api/passkeys/question': () => ({ options: { challenge: 'asked' } }),
      'POST /api/session/identify': ({ password, passkey: given }) => {
        if (given) server.isIdentified = given['id'] === 'mine'
        else server.isIdentified = password === server.password
        if (server.isIdentified) return { message: 'SUCCESS' }
        return given ? refuse('PASSKEY_REFUSED', {}, 401) : refuse('WRONG_PASSWORD', {}, 400)
      },
    },
  })
  const rows = () =>
    opened.screen.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  return { ...opened, server, rows }
}

test('NOTE-21 each passkey says what has made it and when it was used, and is removed', async () => {
  const { rows, press } = await open([
    passkey('a'),
    passkey('b', { label: '', usedAt: '2026-11-21T06:00:00.000Z' }),
  ])
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toContain('Browser aMade21/11/2026 12:00:00Last usedNot used yet')
  expect(rows()[1]).toContain('Unknown browserMade21/11/2026 12:00:00Last used21/11/2026 13:00:00')
  await press('Remove: Browser a')
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
})

test('NOTE-18 NOTE-21 refused: asks who it is, keeps the question after a wrong password, and then removes it', async () => {
  const { rows, press, screen, user, words, sentTo } = await open([passkey('a')], {
    isIdentified: false,
  })
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
  await press('Remove: Browser a')
  const field = await screen.findByLabelText('Password')
  await press('Confirm')
  expect(sentTo('POST /api/session/identify')).toEqual([])
  await user.type(field, 'wrong')
  await press('Confirm')
  await vi.waitFor(() => expect(words()).toContain('Your current password is incorrect.'))
  expect(rows()).toHaveLength(1)
  await user.clear(field)
  await user.type(field, 'right')
  await press('Confirm')
  await vi.waitFor(() => expect(rows()).toHaveLength(0))
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('NOTE-18 NOTE-21 a passkey shows it, too; one that is refused, or a closed dialog, leaves the password', async () => {
  const get = vi.fn()
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (given: object) => given })
  vi.stubGlobal('navigator', Object.assign(navigator, { credentials: { get } }))
  const { rows, press, words } = await open([passkey('a')], { isIdentified: false })
  await vi.waitFor(() => expect(rows()).toHaveLength(1))
  await press('Remove: Browser a')
  get.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'))
  await press('Use a passkey')
  expect(words()).toContain('Confirm')
  get.mockResolvedValueOnce({ toJSON: () => ({ id: 'foreign' }) })
  await press('Use a passkey')
  await vi.waitFor(() => expect(words()).toContain('This passkey was not accepted.'))
  get.mockResolvedValueOnce({ toJSON: () => ({ id: 'mine' }) })
  await press('Use a passkey')
  await vi.waitFor(() => expect(rows()).toHaveLength(0))
  expect(get).toHaveBeenLastCalledWith({ publicKey: { challenge: 'asked' } })
})
