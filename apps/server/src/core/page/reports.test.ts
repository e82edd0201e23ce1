import { describe, expect, test } from 'vitest'
import { startTestApp } from '#testing/worlds/test-app.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'
import { rateLimits } from '../limits/rate-limit.ts'
import { readReports, reportsPath } from './reports.ts'

const line = 'the policy of the page blocked a resource'
const olderReport = (fields: object) => JSON.stringify({ 'csp-report': fields })

describe('reports of policy violations', () => {
  const database = testDatabase()
  const app = testWorld(() => startTestApp(database))

  const report = (text: string, type = 'application/csp-report') =>
    app.call(`POST ${reportsPath}`, { text, headers: { 'content-type': type } })

  test('S44 both forms leave a log line with directive and origin, and no other part of the report', async () => {
    const secret = 'PRSECRETCODE1'
    const one = {
      'document-uri': `https://kapao.example/register?code=${secret}`,
      'effective-directive': 'script-src-elem',
      'blocked-uri': `https://evil.example/a.js?${secret}`,
      'script-sample': secret,
    }
    expect((await report(olderReport(one))).status).toBe(204)
    const many = [
      {
        type: 'csp-violation',
        url: secret,
        body: { effectiveDirective: 'img-src', blockedURL: 'data' },
      },
      { type: 'deprecation', body: {} },
    ]
    expect((await report(JSON.stringify(many), 'application/reports+json')).status).toBe(204)
    const text = app.logText()
    expect(text).toContain('"directive":"script-src-elem","blocked":"https://evil.example"')
    expect(text).toContain('"directive":"img-src","blocked":"data"')
    expect(text.split(line)).toHaveLength(3)
    expect(text).not.toContain(secret)
  })

  test('S44 other input is ignored, and no sender can fill the log', async () => {
    for (const text of ['', '{', '[]', 'null', '{"csp-report":1}', '[{"type":"csp-violation"}]'])
      expect((await report(text)).status).toBe(204)
    expect((await report('{}', 'application/json')).status).toBe(400)
    expect((await report(olderReport({ 'blocked-uri': 'a'.repeat(20_000) }))).status).toBe(413)
    expect((await app.call(`GET ${reportsPath}`)).status).toBe(405)

    app.clock.moveMs(60_000)
    const before = app.logText().split(line).length
    const wave = () =>
      Promise.all(
        Array.from({ length: 50 }, () => report(olderReport({ 'blocked-uri': 'inline' }))),
      )
    await wave()
    expect(app.logText().split(line).length - before).toBe(30)
    app.clock.moveMs(60_000)
    await wave()
    expect(app.logText().split(line).length - before).toBe(60)
  })

  test('RUN-06 reports of one network are counted before they are read', async () => {
    app.clock.moveMs(60_000)
    const statuses: number[] = []
    for (let n = 0; n <= rateLimits.report.address.burst; n += 1)
      statuses.push((await report(olderReport({ 'blocked-uri': 'inline' }))).status)
    expect(statuses.indexOf(429)).toBe(rateLimits.report.address.burst)
    app.clock.moveMs(60_000)
  })

  test('the summary is never more than a directive and an origin', () => {
    const hostile = 'x"\n{"level":"error"}'
    expect(
      readReports(olderReport({ 'violated-directive': hostile, 'blocked-uri': hostile })),
    ).toEqual([{ directive: 'x', blocked: 'unknown' }])
    expect(
      readReports(olderReport({ 'blocked-uri': `https://a:b@evil.example/${hostile}` })),
    ).toEqual([{ directive: 'unknown', blocked: 'https://evil.example' }])
    const many = Array.from({ length: 100 }, () => ({ type: 'csp-violation', body: {} }))
    expect(readReports(JSON.stringify(many))).toHaveLength(5)
  })
})
