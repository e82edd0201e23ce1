import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { listAudit, recordAudit } from './audit-store.ts'

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

const requestsOf = async (subject: string | null, last: number) =>
  (await listAudit(database.db, { subject, last })).map(({ requestId }) => requestId)

test('the newest come first, even beyond the tenth and the hundredth', async () => {
  expect(await requestsOf(null, 4)).toEqual([
    'request 25',
    'request 24',
    'request 23',
    'request 22',
  ])
})

test("a subject's trail holds only what operators and jobs did to it", async () => {
  expect(await requestsOf('brand.name', 3)).toEqual(['request 24', 'request 22', 'request 20'])
  expect(await requestsOf('brand.other', 3)).toEqual([])
})
