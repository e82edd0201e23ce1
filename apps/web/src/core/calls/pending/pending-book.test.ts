import { beforeEach, expect, test, vi } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import type * as Book from './pending-book.ts'
import { isCallUnderWay, listPending } from './pending.ts'

const stores = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const call = { key: 'k'.repeat(32), route: 'POST /api/wallet/transfer' }
let local: ReturnType<typeof stores>

/** Opens a page in the same browser, and in the same tab if it is given that tab's session storage. */
async function openPage(tab: ReturnType<typeof stores>): Promise<typeof Book> {
  vi.resetModules()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
  return import('./pending-book.ts')
}

beforeEach(() => {
  local = stores()
})

test('a call that this page waits for is no orphan; after a reload of the same tab it is, at once', async () => {
  const tab = stores()
  const page = await openPage(tab)
  page.addPending(call)
  expect(page.listOrphans(Date.now())).toEqual([])
  const reloaded = await openPage(tab)
  expect(reloaded.listOrphans(Date.now())).toMatchObject([call])
})

test('another tab asks only when the first cannot be waiting any more: asking would end the call', async () => {
  local.setItem('token', 'shared by both')
  const first = await openPage(stores())
  first.addPending(call)
  const second = await openPage(stores())
  expect(second.listOrphans(Date.now() + 60_000)).toEqual([])
  expect(second.listOrphans(Date.now() + 91_000)).toMatchObject([call])
})

test('another member who logs in here is not shown it', async () => {
  const tab = stores()
  const page = await openPage(tab)
  page.notePendingMember('m1')
  page.addPending(call)
  const later = await openPage(tab)
  later.notePendingMember('m2')
  expect(later.listOrphans(Date.now() + 91_000)).toEqual([])
  later.notePendingMember('m1')
  expect(later.listOrphans(Date.now())).toMatchObject([call])
})

const logins = async () => {
  const { dropSession, openSession } = await import('#core/session/session.ts')
  return { dropSession, openSession }
}

test('a logout keeps open calls for their member; the next one to log in neither sees nor polls them', async () => {
  const page = await openPage(stores())
  const { dropSession, openSession } = await logins()
  openSession('token of m1', false)
  page.notePendingMember('m1')
  page.addPending(call)
  page.releasePending(call.key)
  expect(page.listOrphans(Date.now())).toMatchObject([call])
  dropSession()
  expect(page.listOrphans(Date.now() + 91_000)).toEqual([])

  // The member is not known before the first answer.
  openSession('token of m2', false)
  expect(page.listOrphans(Date.now() + 91_000)).toEqual([])
  const other = { key: 'o'.repeat(32), route: call.route }
  page.addPending(other)
  expect(listPending().at(-1)).not.toHaveProperty('member')
  const stranger = { ...call, key: 's'.repeat(32), session: 'of another' }
  local.setItem('pending', JSON.stringify([...listPending(), stranger]))
  page.notePendingMember('m2')
  expect(listPending().map(({ member }) => member)).toEqual(['m1', 'm2', undefined])
  expect(listPending().at(-1)).toEqual(stranger)
  dropSession()

  openSession('another token of m1', false)
  page.notePendingMember('m1')
  expect(page.listOrphans(Date.now() + 91_000)).toMatchObject([call])
})

test('a call noted before its member was known is not shown to another member either', async () => {
  const tab = stores()
  const page = await openPage(tab)
  const { dropSession, openSession } = await logins()
  openSession('token of m1', true)
  page.addPending(call)
  page.releasePending(call.key)
  expect(page.listOrphans(Date.now())).toMatchObject([call])
  dropSession()
  const later = await openPage(tab)
  ;(await logins()).openSession('token of m2', true)
  expect(later.listOrphans(Date.now() + 91_000)).toEqual([])
  later.notePendingMember('m2')
  expect(later.listOrphans(Date.now() + 91_000)).toEqual([])
})

test('another tab of the same login polls calls whose member is unknown; tabs of other logins do not', async () => {
  const first = await openPage(stores())
  ;(await logins()).openSession('token of m1', true)
  first.addPending(call)
  const second = await openPage(stores())
  expect(second.listOrphans(Date.now() + 91_000)).toMatchObject([call])
  const third = await openPage(stores())
  ;(await logins()).openSession('token of m2', false)
  expect(third.listOrphans(Date.now() + 91_000)).toEqual([])
})

test('a call noted by an older build without a login belongs to the tab that sent it', async () => {
  const tab = stores()
  tab.setItem('tab', 'this one')
  local.setItem('token', 'shared by both')
  local.setItem('pending', JSON.stringify([{ ...call, tab: 'this one', at: 1 }]))
  expect((await openPage(tab)).listOrphans(Date.now())).toMatchObject([call])
  expect((await openPage(stores())).listOrphans(Date.now())).toEqual([])
})

test('the book of pending calls holds no facts about anybody', async () => {
  const page = await openPage(stores())
  page.notePendingMember('m1')
  page.addPending(call)
  expect(listPending().map((one) => Object.keys(one).toSorted())).toEqual([
    ['at', 'key', 'member', 'route', 'tab'],
  ])
})

test('a component that shows a call keeps it; an answered call is forgotten', async () => {
  const page = await openPage(stores())
  page.addPending(call)
  page.releasePending(call.key)
  expect(page.listOrphans(Date.now())).toHaveLength(1)
  page.holdPending(call.key)
  expect(page.listOrphans(Date.now())).toEqual([])
  page.removePending(call.key)
  expect(listPending()).toEqual([])
})

test('a corrupt list counts as empty, and the newest twenty calls are kept', async () => {
  const page = await openPage(stores())
  local.setItem('pending', '{"not":"a list"}')
  expect(listPending()).toEqual([])
  for (let n = 0; n < 25; n += 1) page.addPending({ key: `key${n}`, route: call.route })
  expect(listPending().map(({ key }) => key)).toEqual(
    Array.from({ length: 20 }, (_, n) => `key${n + 5}`),
  )
})

test('a call counts as under way for as long as a browser may wait for its answer, whichever tab left it', () => {
  vi.stubGlobal('localStorage', local)
  const leave = (at?: number) => local.setItem('pending', JSON.stringify([{ ...call, at }]))
  expect(isCallUnderWay()).toBe(false)
  leave(Date.now() - 1_000)
  expect(isCallUnderWay()).toBe(true)
  leave(Date.now() - 91_000)
  expect(isCallUnderWay()).toBe(false)
  leave()
  expect(isCallUnderWay()).toBe(false)
})

test('a clock that is set back keeps no call forever: the page is not blocked, and the member gets the outcome', async () => {
  local.setItem('token', 'shared by both')
  const first = await openPage(stores())
  first.addPending(call)
  const second = await openPage(stores())
  const yesterday = Date.now() - dayMs
  vi.spyOn(Date, 'now').mockReturnValue(yesterday)
  expect(isCallUnderWay()).toBe(false)
  expect(second.listOrphans(yesterday)).toMatchObject([call])
  vi.restoreAllMocks()
  expect(isCallUnderWay()).toBe(true)
  expect(second.listOrphans(Date.now())).toEqual([])
})
