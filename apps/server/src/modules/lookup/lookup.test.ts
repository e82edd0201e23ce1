import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { lookupRoutes } from './routes.ts'
import type { LookupSettings } from './service.ts'

const settings: LookupSettings = {
  'service.active': true,
  'brand.name': 'Golden Basil',
  'brand.website': 'basil.example',
}

describe('lookups', () => {
  let database: TestDatabase
  let app: TestApp
  beforeAll(async () => {
    database = await createTestDatabase()
    app = await startTestApp(database, {
      registerCalls: (api) => lookupRoutes(api, { readSettings: async () => settings }),
    })
  })
  afterAll(async () => {
    await app.close()
    await database.drop()
  })

  test('info tells name and website as the operator has set them, and nothing else', async () => {
    const answer = await app.call('GET /api/lookup/info')
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).toEqual({ name: 'Golden Basil', website: 'basil.example' })
  })

  test('OP-C04 active tells that the service is on, or gone with status 200, and all else is 410', async () => {
    expect((await app.call('GET /api/lookup/active')).body).toEqual({ active: true })
    app.switches.serviceActive = false
    settings['service.active'] = false
    expect(await app.call('GET /api/lookup/active')).toMatchObject({
      status: 200,
      body: { message: 'gone' },
    })
    expect(await app.call('GET /api/lookup/info')).toMatchObject({
      status: 410,
      body: { message: 'gone' },
    })
  })
})
