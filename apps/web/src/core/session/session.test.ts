import { beforeEach, expect, test, vi } from 'vitest'
import { dropSession, followOtherTabs, openSession } from './session.ts'

function openStorage(kept: Record<string, string>) {
  const storage = {
    kept,
    getItem: (key: string) => storage.kept[key] ?? null,
    setItem: (key: string, value: string) => void (storage.kept[key] = value),
    removeItem: (key: string) => void delete storage.kept[key],
  }
  return storage
}

/** What the device keeps, and what a member leaves on it. */
const ofDevice = { locale: 'th', 'remember-agreement': 'true', 'guest-id': 'guest', code: 'ABC' }
const pending = JSON.stringify([{ key: 'k'.repeat(32), route: 'POST /api/x', member: 'm1' }])
const ofMember = {
  'last-balance': '[100,1,0]',
  last_sync: '1',
  'recent-games': '["m1","pg"]',
  'withdrawal-watched': '7Q2M',
}

let local: ReturnType<typeof openStorage>
let tab: ReturnType<typeof openStorage>
beforeEach(() => {
  local = openStorage({ ...ofDevice, ...ofMember, pending, token: 'mine' })
  tab = openStorage({ 'spins-to-check': '[]', tab: 'name' })
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
  return () => vi.unstubAllGlobals()
})

test('NAV-22 a logout removes the member’s data, and keeps the device’s and the calls with an unknown outcome', () => {
  expect(dropSession()).toBe('mine')
  expect(local.kept).toEqual({ ...ofDevice, pending })
  expect(tab.kept).toEqual({ tab: 'name' })
})

test('a member who logs in on a device finds nothing of the last member, who never logged out', () => {
  openSession('another', true)
  expect(local.kept).toEqual({ ...ofDevice, pending, token: 'another' })
  expect(tab.kept).toEqual({ tab: 'name' })
})

test('unsent chat messages of a member are removed with the session; a guest’s stay', () => {
  tab.setItem('chat-outbox', '{"who":"m1"}')
  dropSession()
  expect(tab.kept).toEqual({ tab: 'name' })
  tab.setItem('chat-outbox', '{"who":"guest"}')
  // Nobody is logged in: every public screen calls this.
  expect(dropSession()).toBeNull()
  expect(tab.kept).toEqual({ tab: 'name', 'chat-outbox': '{"who":"guest"}' })
  openSession('another', true)
  expect(tab.kept).toEqual({ tab: 'name' })
})

test('a tab notified late of another tab’s logout removes its own data, and nothing that the next login has stored', async () => {
  const listeners = new Map<string, (event: object) => void>()
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) =>
    listeners.set(name, listener),
  )
  vi.stubGlobal('BroadcastChannel', undefined)
  followOtherTabs()
  tab.setItem('chat-outbox', '{"who":"m1"}')
  // While this tab slept, the other one ended the session, and somebody logged in there.
  const next = { ...ofDevice, 'last-balance': '[200,2,0]', 'withdrawal-watched': '8R3N' }
  local.kept = { ...next, token: 'theirs' }
  listeners.get('storage')!({ key: 'token' })
  expect(local.kept).toEqual({ ...next, token: 'theirs' })
  expect(tab.kept).toEqual({ tab: 'name' })
})

test('a tab notified late of the end of its session leaves the current shared login alone', async () => {
  let onMessage = (_event: object): void => undefined
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener = (_name: string, listener: typeof onMessage) => void (onMessage = listener)
    },
  )
  tab.setItem('token', 'of this tab and its twin')
  // Imported again, as the channel is opened once.
  vi.resetModules()
  ;(await import('./session.ts')).followOtherTabs()
  local.kept = { token: 'of the next login' }
  onMessage({ data: 'of this tab and its twin' })
  expect(tab.kept).toEqual({ tab: 'name' })
  expect(local.kept).toEqual({ token: 'of the next login' })
})
