import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { auditPage, recordAudit, type AuditFilter } from './audit-store.ts'

const database = testDatabase()
beforeAll(async () => {
  for (let no = 1; no <= 25; no += 1)
    await recordAudit(database.db, {
      at: new Date('2026-11-21T03:00:00Z'),
      actor: no % 2 === 0 ? 'operator:nok' : 'member:M1',
      requestId: `request ${no}`,
      action: 'settings.set',
      subject: 'brand.name',
    })
})

const every = { actor: null, action: null, subjects: null, from: null, to: null, before: null }
const requestsOf = async (
  filter: Partial<Record<keyof typeof every, string | string[]>>,
  limit: number,
) =>
  (await auditPage(database.db, { ...every, ...filter, limit } as AuditFilter)).map(
    ({ requestId }) => requestId,
  )

test('the newest come first, even beyond the tenth and the hundredth', async () => {
  expect(await requestsOf({}, 4)).toEqual(['request 25', 'request 24', 'request 23', 'request 22'])
})

test('what operators did to a subject is found among the acts of members', async () => {
  const actor = 'operator:'
  expect(await requestsOf({ subjects: ['brand.name', 'brand.icon'], actor }, 3)).toEqual([
    'request 24',
    'request 22',
    'request 20',
  ])
  expect(await requestsOf({ subjects: ['brand.other'], actor }, 3)).toEqual([])
})
