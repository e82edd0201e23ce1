// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { openPart } from '../../testing/open-part.tsx'
import { HouseNote } from './house-note.tsx'

const at = '2026-03-02T05:00:00.000Z'
const read = 'GET /api/console/house'

test('PERSON-37 every screen says who closed the house, when and why', async () => {
  const closed = { by: 'som', at, why: 'a table was dropped' }
  const { words } = await openPart(<HouseNote />, {
    answers: { [read]: () => ({ closed, ended: [] }) },
  })
  await vi.waitFor(() =>
    expect(words()).toMatch(/^som closed the service at .+ two others reopen it/),
  )
  expect(words()).toContain('Reason: a table was dropped')
})

test('PERSON-37 a house that noticed a restore itself names nobody', async () => {
  const closed = { by: null, at, why: null }
  const { words } = await openPart(<HouseNote />, {
    answers: { [read]: () => ({ closed, ended: [] }) },
  })
  await vi.waitFor(() =>
    expect(words()).toMatch(
      /^The service has been closed since .+ until two operators reopen it\.$/,
    ),
  )
})

test('PERSON-34 whom one operator alone has ended is said', async () => {
  const ended = [
    { name: 'lek', by: 'som', at, what: 'disabled' as const },
    { name: 'tik', by: 'som', at, what: 'roles' as const },
  ]
  const { words } = await openPart(<HouseNote />, {
    answers: { [read]: () => ({ closed: null, ended }) },
  })
  await vi.waitFor(() =>
    expect(words()).toMatch(
      /som disabled lek at .+ without a second approval\.som removed roles from tik at .+ without/,
    ),
  )
})

test('PERSON-37 an open house says nothing', async () => {
  const quiet = await openPart(<HouseNote />, {
    answers: { [read]: () => ({ closed: null, ended: [] }) },
  })
  await vi.waitFor(() => expect(quiet.sentTo(read)).toHaveLength(1))
  expect(quiet.words()).toBe('')
})
