import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { urlOfDatabase } from '../../apps/server/src/testing/cluster.ts'
import { judgeLint, readOversized, runOxlint } from '../lint.ts'
import { copySources, type MutantCopy } from '../mutants/mutant-copy.ts'
import { repository, runTool } from '../run-tool.ts'
import { tidyRules } from '../tidy/all-rules.ts'
import { checkFolders } from '../tidy/ratchet.ts'
import { readSourceFiles } from '../tidy/source-files.ts'
import { follow, listsOf, named, nextMigration, type Recipe } from './recipe.ts'
import { insideRecipes } from './recipes/inside.ts'
import { outsideRecipe } from './recipes/outside.ts'
import { pageRecipes } from './recipes/page.ts'

const withoutMedia = /^(?!.*\.(?:mp4|vtt|png)$)/
const number = nextMigration(repository)
// Later recipes change files that the earlier ones create.
const recipes = [...insideRecipes(number), outsideRecipe, ...pageRecipes]
const touched = [...new Set(recipes.flatMap(({ steps }) => steps.map(({ path }) => path)))]
const code = touched.filter((path) => /\.tsx?$/.test(path))

const workspaces = [
  'packages/contract',
  'packages/ui',
  'apps/server',
  'apps/sandbox',
  'apps/web',
  'apps/console',
]

let copy: MutantCopy
beforeAll(async () => {
  copy = await copySources(withoutMedia)
  for (const { steps } of recipes) for (const step of steps) follow(copy.folder, step)
  execFileSync('git', ['init', '-q'], { cwd: copy.folder })
  const { code: exitCode, output } = await runTool('oxfmt', code, copy.folder)
  if (exitCode !== 0) throw new Error(output)
}, 120_000)
afterAll(() => copy.remove())

test('docs/adding.md has a list for each recipe, of exactly the files that it touches, in order', () => {
  const lists = listsOf(readFileSync(join(repository, 'docs/adding.md'), 'utf8'))
  expect([...lists.keys()].toSorted()).toEqual(recipes.map(({ title }) => title).toSorted())
  for (const recipe of recipes) {
    const onPage = lists.get(recipe.title)!.map((path) => named(path, recipe.names))
    expect(onPage, recipe.title).toEqual(filesOf(recipe))
  }
})

test('the added code has its types', { tags: 'long-4', timeout: 180_000 }, async () => {
  const { code: exitCode, output } = await runTool(
    'tsc',
    ['-b', ...workspaces, '--pretty', 'false'],
    copy.folder,
  )
  expect(output).toBe('')
  expect(exitCode).toBe(0)
})

test('it breaks no rule of tidy', { tags: 'long-3', timeout: 60_000 }, () => {
  const files = readSourceFiles(copy.folder)
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(touched))
  expect(tidyRules.flatMap((rule) => rule.check(files))).toEqual([])
  expect(checkFolders(files, readOversized())).toEqual([])
})

test.each([
  ['docs/architecture.md', 'modules-on-the-map'],
  ['apps/server/src/modules/holidays/routes.ts', 'settings-are-read'],
  ['apps/server/src/modules/holidays/routes.ts', 'refusals-are-given'],
])('a list without %s breaks %s', (path, rule) => {
  const files = readSourceFiles(copy.folder).filter((file) => file.path !== path)
  expect(tidyRules.find(({ name }) => name === rule)!.check(files)).not.toEqual([])
})

test('it breaks no rule of lint', { tags: 'long-1', timeout: 180_000 }, async () => {
  const found = judgeLint(await runOxlint(copy.folder, code), readOversized())
  expect(found.filter(({ path }) => code.includes(path.split('#')[0]!))).toEqual([])
})

test(
  'the tests of contract, refusals, texts and commands pass',
  { tags: 'long-2', timeout: 180_000 },
  async () => {
    const config = join(copy.folder, 'adding.config.ts')
    const include = [
      'packages/contract/src/*.test.ts',
      'apps/web/src/text/*.test.ts',
      'apps/console/src/text/*.test.ts',
      'apps/server/src/core/audit/actions.test.ts',
      'tools/reports/*.test.ts',
    ]
    writeFileSync(config, `export default { test: { include: ${JSON.stringify(include)} } }\n`)
    const { code: exitCode, output } = await runTool('vitest', ['run', '-c', config], copy.folder)
    expect(exitCode, output).toBe(0)
  },
)

test('migrate creates its table and function', { tags: 'long-2', timeout: 60_000 }, async () => {
  const admin = openDb({
    url: inject('postgresUrl'),
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao test adding',
  })
  const name = `kapao_adding_${process.pid}`
  await admin.query(`create database ${name}`)
  const ownerUrl = urlOfDatabase(inject('postgresUrl'), name)
  try {
    const out = execFileSync(
      process.execPath,
      [join(copy.folder, 'apps/server/src/kapao.ts'), 'migrate'],
      {
        cwd: copy.folder,
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: ownerUrl },
      },
    )
    expect(out).toContain(`${number}-holidays.sql`)
    expect(out).toContain('holidays_keep')
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.close()
  }
})

/** A file changed by two steps in a row is listed once on the page. */
function filesOf({ steps }: Recipe): string[] {
  return steps.map(({ path }) => path).filter((path, at, all) => path !== all[at - 1])
}
