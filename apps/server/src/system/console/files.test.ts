import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { createLinks } from '#core/uploads/signed-link.ts'
import { openConsoleWorld } from '#testing/console/console-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'

const dataDir = tempFolder()
const key = Buffer.alloc(32, 5)
const world = testWorld(() => openConsoleWorld({ dataDir, fileLinkKey: key }))

const file = `${'a'.repeat(43)}.png`
const owner = 'member:7KQ2M4XW9PZA'

test('DESK-78 a member’s picture opens by its signed address to operators who may see members, to no others, and runs nothing', async () => {
  mkdirSync(join(dataDir, 'uploads/chat'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads/chat', file), '<script>alert(1)</script>')
  await world.database.db.query(
    `insert into chatfiles_file (name, owner, kind, bytes, created_at) values ($1, $2, 'video', 9, now())`,
    [file, owner],
  )
  const { make } = createLinks({ clock: world.clock, key })
  const address = make({ folder: 'chat', file, owner })
  const look = (path: string, cookie?: string) => world.call(`GET ${path}`, { cookie })
  const support = await world.seat('lek', ['support'])
  const marketing = await world.seat('dao', ['marketing'])

  const shown = await look(address, support.cookie)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(shown.headers.get('content-security-policy')).toMatch(/sandbox$/)
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  for (const [cookie, status, code] of [
    [undefined, 401, 'NOT_SIGNED_IN'],
    [marketing.cookie, 403, 'NO_RIGHT'],
  ] as const) {
    const refused = await look(address, cookie)
    expect([refused.status, refused.body.code]).toEqual([status, code])
  }
  const others = make({ folder: 'chat', file, owner: 'member:ANOTHERONE00' })
  expect((await look(others, support.cookie)).status).toBe(404)
  world.clock.moveMs(6 * minuteMs)
  expect((await look(address, support.cookie)).status).toBe(404)
})
