import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { createMetrics } from '#core/telemetry/metrics.ts'
import { openDoorFigures } from '#outside/door-figures.ts'
import { openOutboundDoor } from '#outside/door.ts'
import { serveGauges as serveCodeGauges } from '#entry/otp/spending/gauges.ts'
import { countEnded, serveGauges as serveNoticeGauges } from '#records/notices/gauges.ts'
import { serveGauges as serveReviewGauges } from '#records/review/gauges.ts'
import { openGameWorld } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { listDone } from '#desk/watch/figures/figures-store.ts'
import { registerFigures } from './figures.ts'
import { openClients } from './outside.ts'

const repository = join(import.meta.dirname, '../../../..')
const rules = join(repository, 'deploy/prometheus')
const alertFiles = ['alerts.yml', 'machine-alerts.yml']
const readRules = (names: readonly string[]): string =>
  names.map((name) => readFileSync(join(rules, name), 'utf8')).join('')
const alerts = readRules(alertFiles)

// The project's machines have promtool; elsewhere the report counts these tests as skipped.
const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => existsSync(path))

const world = testWorld(openGameWorld)

/** Reads the metrics of a process on the world's database. */
function openFigures(): () => Promise<string> {
  const metrics = createMetrics()
  registerFigures(metrics.registry, {
    db: world.database.db,
    clock: world.clock,
    reads: {
      run: (work) => work(world.database.db),
      orStandby: (work) => work(world.database.db, null),
      ageMs: () => 1_500,
      close: async () => undefined,
    },
    health: { phase: 'ready', parts: { Redis: () => Promise.reject(new Error('away')) } },
    sockets: () => 3,
    lines: { lost: () => 2 },
    disk: { dataDir: world.dataDir, uploadsFreeBytesMin: 1_000 },
  })
  openClients({ ...world, db: world.database.db }).registerFigures(metrics.registry)
  const quiet = { registry: metrics.registry, log: { warn: () => undefined } }
  serveCodeGauges(quiet, () => Promise.reject(new Error('away')))
  serveReviewGauges(quiet, () => Promise.reject(new Error('away')))
  const clocked = { ...quiet, clock: world.clock }
  serveNoticeGauges(clocked, () => Promise.reject(new Error('away')))
  countEnded(metrics.registry)
  return () => metrics.registry.metrics()
}

test('RUN-51 money in flight, jobs, outbound doors, pool and parts that are down are in the metrics', async () => {
  const player = await world.addPlayer(100_000n, ['pg'])
  await world.sandbox.addFault({ operation: 'games.pg.transfer-in', kind: 'drop-before', count: 9 })
  await player.call('POST /api/wallet/transfer', {
    body: { from: 'wallet', to: 'pg', amount: 100 },
  })
  await world.passTime(60_000)
  await world.database.ownerDb.query(`insert into core_noted values ('backup', $1)`, [
    world.clock.now(),
  ])
  await world.passTime(30_000)
  const text = await openFigures()()
  expect(text).toMatch(/kapao_disk_free_bytes \d{6,}/)
  expect(text).toContain('kapao_disk_floor_bytes 1000')
  const value = (series: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    )
  expect(value('kapao_open{what="transfers",state="unknown"}')).toBe(1)
  expect(value('kapao_open_oldest_seconds{what="transfers",state="unknown"}')).toBeGreaterThan(89)
  expect(value('kapao_done_age_seconds{what="backup"}')).toBe(30)
  expect(value('kapao_pool{state="waiting"}')).toBe(0)
  expect(value('kapao_pool{state="open"}')).toBeGreaterThan(0)
  expect(value('kapao_away{part="Redis"}')).toBe(1)
  expect(value('kapao_sockets')).toBe(3)
  expect(value('kapao_log_lines_lost')).toBe(2)
  expect(value('kapao_standby_age_seconds')).toBe(1.5)
  expect(value('kapao_batch_size_count{batch="transfers.begin"}')).toBeGreaterThan(0)
  expect(await world.metricsText()).toMatch(
    /kapao_outside_seconds_count\{system="games",party="pg",kind="move",outcome="no reply"\} \d/,
  )
  // Labels are few, and none of them is a member.
  expect(text).not.toContain(player.id)
})

test('RUN-51 a job whose worker was killed is late once its lease has expired', async () => {
  const at = (ms: number) => new Date(world.clock.now().getTime() + ms)
  const job = 'a.killed'
  await world.database.ownerDb.query(
    `insert into core_job (name, next_at, lease_owner, lease_until) values ($1, $2, 'X', $3)`,
    [job, at(-600_000), at(60_000)],
  )
  const series = `kapao_job_late_seconds{job="${job}"}`
  expect(await openFigures()()).toContain(`${series} 0\n`)
  world.clock.moveMs(61_000)
  expect(await openFigures()()).toContain(`${series} 661\n`)
})

test('RUN-51 an archive that has never taken a file is not good', async () => {
  const archive = (archivedAt: string, failedAt: string) =>
    world.database.ownerDb.begin(async (tx) => {
      await tx.query('set local search_path = pg_temp, public, pg_catalog')
      await tx.query(
        `create temp view pg_stat_archiver as select 1 as archived_count, 1 as failed_count,
           (${archivedAt})::timestamptz as last_archived_time, (${failedAt})::timestamptz as last_failed_time`,
      )
      const done = await listDone(tx)
      await tx.query('drop view pg_temp.pg_stat_archiver')
      return done.find(({ what }) => what === 'archive')?.isGood
    })
  expect(await archive('now()', 'null')).toBe(true)
  expect(await archive('now()', `now() - interval '1 hour'`)).toBe(true)
  expect(await archive(`now() - interval '1 hour'`, 'now()')).toBe(false)
  expect(await archive('null', 'now()')).toBe(false)
})

test('RUN-51 FLOOR-05 the metrics show a breaker as open, in its pauses too, until a request succeeds or nobody has tried for ten minutes', async () => {
  const { clock } = world
  const figures = openDoorFigures()
  const { registry } = createMetrics()
  figures.registerOn(registry)
  const name = { system: 'test', party: 'x', kind: 'knock' }
  const limits = { timeoutMs: 500, waitMs: 0, waitingMax: 0, atOnceMax: 4 }
  const door = openOutboundDoor({ clock, figures, name, ...limits })
  const fail = () => door({ method: 'GET', url: 'http://127.0.0.1:9/' }).catch(() => undefined)
  const isShown = async () =>
    (await registry.metrics()).includes(
      'kapao_outside_shut{system="test",party="x",kind="knock"} 1',
    )
  for (let tries = 0; tries < 4; tries += 1) await fail()
  expect(await isShown()).toBe(false)
  await fail()
  expect(await isShown()).toBe(true)
  clock.moveMs(11_000)
  expect(await isShown()).toBe(true)
  await door({ method: 'GET', url: world.sandbox.url })
  expect(await isShown()).toBe(false)
  for (let tries = 0; tries < 5; tries += 1) await fail()
  clock.moveMs(9 * minuteMs)
  await fail()
  clock.moveMs(9 * minuteMs)
  expect(await isShown()).toBe(true)
  clock.moveMs(60_000)
  expect(await isShown()).toBe(false)
})

describe('the alerts', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

  test('RUN-52 every alert uses metrics that exist', async () => {
    expect(await findUnknown(alerts)).toEqual([])
  })

  test('RUN-52 every alert has a section in docs/alerts.md, and every section an alert', () => {
    const page = readFileSync(join(repository, 'docs/alerts.md'), 'utf8')
    const sections = [...page.matchAll(/^## (Kapao\w+)$/gm)].map(([, name]) => name!)
    expect(sections.toSorted()).toEqual([...new Set(names)].toSorted())
  })

  test('RUN-52 the label `job` of a figure is the job, and not the process that reported it', () => {
    expect(alerts).toContain('max by (job) (kapao_job_late_seconds)')
    const scraped = readRules(['prometheus.yml']).split('- job_name: ')
    const ours = scraped.filter((one) => one.startsWith('kapao'))
    expect(ours.length).toBe(3)
    for (const one of ours) expect(one).toContain('honor_labels: true')
  })

  test('GONE-03 every job that an alert names is scraped', () => {
    const scraped = readRules(['prometheus.yml'])
    const named = [
      ...alerts.matchAll(/job="(\w+)"/g),
      ...alerts.matchAll(/\bexpr:.*?\b(etcd|patroni|haproxy|redis)_/g),
    ]
    const jobs = new Set(named.map(([, job]) => job!))
    expect(jobs.size).toBeGreaterThanOrEqual(5)
    for (const job of jobs) expect(scraped).toContain(`- job_name: ${job}\n`)
    for (const file of alertFiles) expect(scraped).toContain(`/deploy/prometheus/${file}\n`)
  })

  test.skipIf(promtool === undefined)('GONE-03 Prometheus can read its file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-prometheus-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'prometheus.yml')
    writeFileSync(
      file,
      readRules(['prometheus.yml']).replaceAll('/opt/kapao/deploy/prometheus', rules),
    )
    const check = promisify(execFile)(promtool!, ['check', 'config', file])
    await expect(check).resolves.toMatchObject({ stderr: '' })
  })

  test.skipIf(promtool === undefined)(
    'RUN-52 GONE-02 every alert fires on its condition, and not on values near it',
    { tags: 'long-2' },
    async () => {
      const run = promisify(execFile)
      const trialFiles = readdirSync(rules).filter((name) => name.endsWith('-test.yml'))
      await run(promtool!, ['check', 'rules', ...alertFiles], { cwd: rules })
      await run(promtool!, ['test', 'rules', ...trialFiles], { cwd: rules })
      const tried = readRules(trialFiles)
      for (const name of new Set(names)) {
        const [, ...trials] = tried.split(`alertname: ${name}\n`)
        const quiet = trials.filter((trial) => /^ *eval_time: \w+\n *exp_alerts: \[\]/.test(trial))
        expect(quiet.length, name).toBeGreaterThan(0)
        expect(trials.length - quiet.length, name).toBeGreaterThanOrEqual(countWays(name))
      }
    },
  )

  /** In how many ways an alert may fire: its rules, and what `or` joins in them. */
  function countWays(name: string): number {
    const [, ...named] = alerts.split(`- alert: ${name}\n`)
    const expressions = named.map((rule) => rule.split('labels:')[0]!)
    return expressions.reduce((ways, text) => ways + text.split(/\bor\b/).length, 0)
  }
})

describe('the dashboard', () => {
  const dashboard = readFileSync(join(repository, 'deploy/grafana/kapao.json'), 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] }
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

  test('RUN-66 the dashboard uses metrics that exist, and shows each that the alerts use', async () => {
    const text = expressions.join('\n')
    expect(await findUnknown(text)).toEqual([])
    const shown = new Set(metricsIn(text))
    expect(metricsIn(alerts).filter((name) => !shown.has(name))).toEqual([])
  })

  test.skipIf(promtool === undefined)('RUN-66 every expression of it can be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-dashboard-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const recorded = expressions.map((expr, at) => ({
      record: `dashboard:${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    // YAML reads JSON.
    writeFileSync(
      join(folder, 'rules.yml'),
      JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }),
    )
    const check = promisify(execFile)(promtool!, ['check', 'rules', 'rules.yml'], { cwd: folder })
    await expect(check).resolves.toMatchObject({ stderr: '' })
  })
})

function metricsIn(text: string): string[] {
  const named = [...text.matchAll(/\bkapao_\w+/g)].map(([name]) => name)
  return [...new Set(named.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))]
}

async function findUnknown(text: string): Promise<string[]> {
  const figures = await openFigures()()
  const known = new Set([...figures.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!))
  const asked = metricsIn(text)
  expect(asked.length).toBeGreaterThanOrEqual(10)
  return asked.filter((name) => !known.has(name))
}
