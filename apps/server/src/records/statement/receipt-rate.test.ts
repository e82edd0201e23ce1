import { expect, test } from 'vitest'
import { rateLimits } from '#core/limits/rate-limit.ts'
import { openMemberWorld } from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openMemberWorld({ rateLimitFactor: 1 }))

test('RUN-81 receipts have a rate of their own: who has used it up still reads everything else', async () => {
  const member = await world.addMember()
  const token = await world.login(member.username, member.password)
  const { burst, perMinute } = rateLimits.receipt.member
  const statuses = await Promise.all(
    Array.from({ length: burst + 5 }, async () => {
      const answer = await world.call('GET /api/statement/row/1', { token })
      return answer.status
    }),
  )
  expect(statuses.filter((status) => status === 404)).toHaveLength(burst)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  const page = await world.call('POST /api/statement', { token, body: { page: 1, limit: 1 } })
  expect(page.status).toBe(200)
  expect(burst + perMinute).toBeLessThan(rateLimits.read.member.burst)
})
