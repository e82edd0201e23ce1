import { describe, expect, test, vi } from 'vitest'
import type { Clock } from '#core/clock.ts'
import { openDb } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { appRole } from '#core/db/migrate.ts'
import { openUploadFolder } from '#core/uploads/folder.ts'
import { fileOf } from '#records/pictures/address.ts'
import { pictureFolder } from '#records/pictures/open.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { seedDemo } from '../seed.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { changeSettings, type NewValue } from './change.ts'
import { listSettings } from './list.ts'
import { openSettings, readSettings } from './read.ts'
import { settingsForPage, type SettingName } from './registry.ts'

const start = new Date('2026-05-01T05:00:00Z')
let at = start
const clock: Clock = { now: () => at }
const database = testDatabase()

async function change(name: SettingName, to: NewValue, expectedVersion: number | null = null) {
  const asker = { actor: 'operator:nok', requestId: 'request-1' } as const
  const set = { ...asker, changes: [{ name, to, expectedVersion }] }
  const [changed] = await changeSettings({ db: database.db, clock }, set)
  return changed
}

async function auditOf(subject: string) {
  return database.db.query<Record<string, unknown>>(
    `select at, actor, request_id, action, before, after from core_audit
     where subject = $1 order by id`,
    [subject],
  )
}

describe('happy', () => {
  test('a change is read back, with one audit row that holds before and after', async () => {
    const changed = await change('qr.minutes', { value: 20 })
    expect(changed).toEqual({
      name: 'qr.minutes',
      before: 15,
      after: 20,
      version: 1,
      changed: true,
    })
    expect((await readSettings(database.db))['qr.minutes']).toBe(20)
    expect(await auditOf('qr.minutes')).toEqual([
      {
        at: start,
        actor: 'operator:nok',
        request_id: 'request-1',
        action: 'settings.set',
        before: { value: 15 },
        after: { value: 20 },
      },
    ])
  })

  test('the same value again changes nothing and leaves no audit row', async () => {
    await change('slip.limitMinutes', { value: 45 })
    expect(await change('slip.limitMinutes', { value: 45 })).toMatchObject({ changed: false })
    expect(await auditOf('slip.limitMinutes')).toHaveLength(1)
  })

  test('a reset restores the default, and its version continues', async () => {
    await change('brand.name', { value: 'Other' })
    const reset = await change('brand.name', 'default')
    expect(reset).toMatchObject({ before: 'Other', after: 'Kapao', version: 2 })
    const listed = (await listSettings(database.db)).find(({ name }) => name === 'brand.name')
    expect(listed).toMatchObject({ isSet: false, version: 2, value: 'Kapao' })
  })

  test('none is a value of its own, not the default', async () => {
    await change('deposit.minimum.BAHT', { value: '50' })
    await change('deposit.minimum.BAHT', { value: null })
    const listed = (await listSettings(database.db)).find(
      ({ name }) => name === 'deposit.minimum.BAHT',
    )
    expect(listed).toMatchObject({ isSet: true, value: null })
  })

  test('the page receives its own settings and no others', async () => {
    const page = settingsForPage(await readSettings(database.db))
    expect(page).toHaveProperty('brand.name')
    expect(page).toHaveProperty('qr.minimum.KBANK')
    expect(page).not.toHaveProperty('withdraw.min.BAHT')
    expect(page).not.toHaveProperty('service.active')
  })

  test('BUILD-10 CONST-17 the limits and switches of the server are settings with the values of the product', async () => {
    const settings = await readSettings(database.db)
    expect(settings).toMatchObject({
      'withdraw.min.BAHT': expect.any(String),
      'withdraw.max.LAK': expect.any(String),
      'withdraw.autoDayMax.BAHT': '10000.00',
      'withdraw.autoDayMax.LAK': '5000000',
      'slip.closeFrom': '23:00',
      'slip.closeTo': '00:30',
      'registration.otp': true,
      'chat.widget': false,
      'service.active': true,
      'bonus.factor': expect.any(String),
      'bonus.endAmount.BAHT': null,
      'invite.rate': expect.any(String),
      'refund.rate': '5',
    })
  })

  test('OP-B13 KBANK and SCB are recommended by default', async () => {
    expect((await readSettings(database.db)).recommendedBanks).toEqual(['KBANK', 'SCB'])
  })
})

describe('refused', () => {
  test('a minimum above the maximum, and nothing is written', async () => {
    await expect(change('withdraw.min.BAHT', { value: '60000' })).rejects.toThrow(
      /withdraw.min.BAHT \(60000.00\) would be above withdraw.max.BAHT/,
    )
    expect(await auditOf('withdraw.min.BAHT')).toHaveLength(0)
    expect((await readSettings(database.db))['withdraw.min.BAHT']).toBe('100.00')
  })

  test('a recommended bank that members cannot register', async () => {
    await expect(change('recommendedBanks', { value: ['NOBANK'] })).rejects.toThrow(/NOBANK/)
  })

  test('a change based on an older version', async () => {
    await change('spin.couponDays', { value: 10 }, 0)
    await expect(change('spin.couponDays', { value: 20 }, 0)).rejects.toThrow(
      /changed meanwhile by operator:nok/,
    )
  })

  test('the app may neither delete a value nor restart its version', async () => {
    await change('games.iframe', { value: true })
    await expect(database.db.query('delete from settings_value')).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('hostile', () => {
  test('a stored value that no longer fits counts as the default, and is reported', async () => {
    await database.ownerDb.query(
      `insert into settings_value values ('refund.period', '"year"', 1, now(), 'by hand')`,
    )
    const onUnfit = vi.fn()
    expect((await readSettings(database.db, onUnfit))['refund.period']).toBe('week')
    expect(onUnfit).toHaveBeenCalledExactlyOnceWith('refund.period')
  })
})

describe('concurrency', () => {
  test('of ten changes based on the same version exactly one wins', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        change('brand.website', { value: `https://w${index}.example` }, 0),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await auditOf('brand.website')).toHaveLength(1)
  })

  test('a minimum and a maximum that contradict each other cannot both be set', async () => {
    const pairs = [
      [change('refund.min.BAHT', { value: '5000' }), change('refund.max.BAHT', { value: '2000' })],
      [change('refund.min.LAK', { value: '90000' }), change('refund.max.LAK', { value: '600' })],
      [
        change('withdraw.min.BAHT', { value: '900' }),
        change('withdraw.max.BAHT', { value: '500' }),
      ],
      [
        change('withdraw.min.LAK', { value: '90000' }),
        change('withdraw.max.LAK', { value: '60000' }),
      ],
    ]
    for (const results of await Promise.all(pairs.map((pair) => Promise.allSettled(pair))))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the cache', () => {
  test('a change in one process is seen in another, which queries the database once until then', async () => {
    const elsewhere = openDb({
      url: database.url,
      role: appRole,
      connectionsMax: 2,
      applicationName: 'elsewhere',
    })
    const asked = vi.spyOn(elsewhere, 'query')
    const other = await openSettings({ db: elsewhere, clock })
    try {
      expect((await other.read())['invite.active']).toBe(true)
      await Promise.all([other.read(), other.read()])
      expect(asked).toHaveBeenCalledTimes(1)

      await change('invite.active', { value: false })
      await vi.waitFor(async () => expect((await other.read())['invite.active']).toBe(false), {
        timeout: 10_000,
      })
      expect(asked).toHaveBeenCalledTimes(2)
    } finally {
      await other.close()
      await elsewhere.close()
    }
  })

  test('no value is cached for longer than half a minute, in case a notice is lost', async () => {
    const asked = vi.spyOn(database.db, 'query')
    const settings = await openSettings({ db: database.db, clock })
    await settings.read()
    at = new Date(start.getTime() + 29_999)
    await settings.read()
    expect(asked).toHaveBeenCalledTimes(1)
    at = new Date(start.getTime() + 30_000)
    await settings.read()
    expect(asked).toHaveBeenCalledTimes(2)
    asked.mockRestore()
    await settings.close()
  })

  test('a failed read is not cached', async () => {
    const settings = await openSettings({ db: database.db, clock })
    const asked = vi
      .spyOn(database.db, 'query')
      .mockRejectedValueOnce(new Error('gone for a moment'))
    await expect(settings.read()).rejects.toThrow('gone for a moment')
    await expect(settings.read()).resolves.toHaveProperty('brand.name')
    asked.mockRestore()
    await settings.close()
  })
})

describe('demo data', () => {
  const dataDir = tempFolder()
  const pictures = openUploadFolder({ dataDir, ids: systemIds }, pictureFolder)
  const deps = { clock, ids: systemIds, variant: 'thai', pictures } as const

  test('is filled in once, in three languages, and never overwrites a set value', async () => {
    await change('contact.line.name', { value: '@ours' })
    await seedDemo(database.db, deps)
    const settings = await readSettings(database.db)
    expect(settings['contact.line.name']).toBe('@ours')
    for (const language of ['th', 'la', 'en'] as const) {
      expect(settings[`conditions.${language}`]).not.toHaveLength(0)
      for (const { image } of settings[`invite.banners.${language}`])
        expect(await pictures.has(fileOf(image)!)).toBe(true)
    }

    const before = await database.db.query('select count(*) from core_audit')
    await change('notice.en', 'default')
    await seedDemo(database.db, deps)
    expect((await readSettings(database.db))['notice.en']).toBeNull()
    const after = await database.db.query('select count(*) - 1 as count from core_audit')
    expect(after).toEqual(before)
  })
})
