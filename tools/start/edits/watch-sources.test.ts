import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { watchSources } from './watch-sources.ts'

const folders = [
  'apps/web/src/deep',
  'apps/web/head',
  'apps/web/worker',
  'apps/web/public',
  'apps/web/dist/assets',
  'apps/web/node_modules/.kapao-build',
  'apps/console/src',
  'apps/server/src',
  'apps/server/migrations',
  'apps/sandbox/src',
  'packages/contract/src',
  'packages/ui/src',
]

/** What was saved before has been reported by then. */
const restMs = 200

let repository = ''
let stop = (): void => {}
let reported: string[] = []

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'kapao-watch-'))
  for (const folder of folders) await mkdir(join(repository, folder), { recursive: true })
  stop = watchSources(async (changed) => void reported.push(...changed), repository)
})
afterAll(async () => {
  stop()
  await rm(repository, { recursive: true })
})
beforeEach(async () => {
  await sleep(restMs)
  reported = []
})

const save = async (file: string): Promise<void> => {
  await mkdir(dirname(join(repository, file)), { recursive: true })
  await writeFile(join(repository, file), file)
}

test.each([
  ['apps/web', 'src/deep/home.tsx'],
  ['apps/web', 'head/head.ts'],
  ['apps/web', 'worker/worker.ts'],
  ['apps/web', 'public/robots.txt'],
  ['apps/web', 'index.html'],
  ['apps/web', 'vite.config.ts'],
  ['apps/console', 'src/main.tsx'],
  ['apps/console', 'index.html'],
  ['apps/server', 'src/main.ts'],
  ['apps/server', 'migrations/099-more.sql'],
  ['apps/sandbox', 'src/main.ts'],
  ['packages/contract', 'src/money.ts'],
  ['packages/ui', 'src/icon.tsx'],
])('an edit in %s of %s is followed', async (part, file) => {
  await save(join(part, file))
  await expect.poll(() => reported).toContain(part)
  expect(new Set(reported)).toEqual(new Set([part]))
})

/** The parts that are reported for one change. */
const reportOf = async (change: () => Promise<void>): Promise<string[]> => {
  await sleep(restMs)
  reported = []
  await change()
  await expect.poll(() => reported).not.toEqual([])
  return reported
}

test(
  'a file is followed however often another one takes its place',
  { tags: 'long-1' },
  async () => {
    const [other, file] = ['apps/web/dist/other.tsx', 'apps/web/src/deep/home.tsx']
    for (let turn = 0; turn < 3; turn += 1) {
      const parts = await reportOf(async () => {
        await writeFile(join(repository, other), `${turn}`)
        await rename(join(repository, other), join(repository, file))
      })
      expect(parts).toContain('apps/web')
    }
    expect(await reportOf(() => save(file))).toContain('apps/web')
  },
)

test(
  'a folder that is new, or has been deleted and made again, is followed',
  { tags: 'long-3' },
  async () => {
    const file = 'apps/web/src/fresh/below/a.ts'
    const changes = [
      () => save(file),
      () => rm(join(repository, 'apps/web/src/fresh'), { recursive: true }),
      () => save(file),
      () => writeFile(join(repository, file), 'changed'),
    ]
    for (const change of changes) expect(await reportOf(change)).toContain('apps/web')
  },
)

test('tests, and what a build or an install writes, are not', async () => {
  await save('apps/web/src/home.test.tsx')
  await save('apps/web/dist/index.html')
  await save('apps/web/dist/assets/a.js')
  await save('apps/web/node_modules/.kapao-build/b.js')
  await sleep(2 * restMs)
  expect(reported).toEqual([])
})
