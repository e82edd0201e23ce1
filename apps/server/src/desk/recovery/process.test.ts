import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openMemberWorld } from '#testing/worlds/member-world.ts'
import { openCommands } from '#testing/operators/killed-command.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openMemberWorld())

test(
  'RUN-70 RUN-71 a server that is started on restored books is closed from its first call on, and kapao recover ends by itself',
  { tags: 'long-2', timeout: 120_000 },
  async () => {
    const { database, dataDir } = world
    const member = await world.addMember()
    const token = await world.login(member.username, member.password)
    const add = (address: string, bearer: string) =>
      send(address, 'POST /api/wallet/add', {
        token: bearer,
        body: { amount: 100 },
        headers: { 'idempotency-key': systemIds.key() },
      })

    const first = await startDoomedServer(world, null)
    expect((await add(first.address, token)).body.code).not.toBe('RECOVERY')
    await first.stop()
    expect(readdirSync(join(dataDir, 'counts'))).toHaveLength(1)

    // As a restore would: the books are behind what is kept outside.
    await database.ownerDb.query('update core_house set count = 0')
    const second = await startDoomedServer(world, null)
    try {
      const { username, password } = member
      const login = await send(second.address, 'POST /api/login', { body: { username, password } })
      expect(await add(second.address, login.body.token)).toMatchObject({
        status: 503,
        body: { code: 'RECOVERY' },
      })
    } finally {
      await second.stop()
    }

    const commands = await openCommands(database.url)
    try {
      expect(await commands.kapao('recovery', 'show')).toMatchObject({ code: 0 })
      const since = new Date(world.clock.now().getTime() - hourMs).toISOString()
      expect(await commands.kapao('recover', '--since', since)).toMatchObject({ code: 0 })
      const [asked] = await database.db.query('select count(*)::int as asked from recovery_source')
      expect(asked!['asked']).toBeGreaterThan(2)
    } finally {
      await commands.close()
    }
  },
)
