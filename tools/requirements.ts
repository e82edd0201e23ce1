import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  claimedIds,
  coverageByGroup,
  parseRequirements,
  provenByCommand,
  testTitles,
  type GroupCoverage,
} from './reports/requirement-ids.ts'
import { repository } from './run-tool.ts'
import { isCommand, isTest, readSourceFiles } from './tidy/source-files.ts'

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, missing: { type: 'string' } },
})

const requirements = parseRequirements(
  readFileSync(join(repository, 'docs/requirements.md'), 'utf8'),
)
const files = readSourceFiles(repository)
const groups = coverageByGroup(requirements, {
  // The tests of the reports mention ids without claiming them.
  byTest: new Set(
    files
      .filter(({ path }) => isTest(path) && !isCommand(path) && !path.startsWith('tools/reports/'))
      .flatMap((file) => testTitles(file.text))
      .flatMap(({ title }) => claimedIds(title)),
  ),
  byCommand: new Set(
    files
      .filter((file) => isCommand(file.path))
      .flatMap((file) => provenByCommand(file.text))
      .flatMap(({ ids }) => ids),
  ),
})

if (values.missing) printMissing(values.missing.toUpperCase())
else if (values.json) for (const group of groups) console.log(JSON.stringify(group))
else printTable()

function printTable(): void {
  const row = (group: string, covered: number, ids: number): string =>
    `${group.padEnd(10)} ${String(covered).padStart(4)} of ${String(ids).padStart(4)} ${percent(covered, ids)}`
  for (const { group, ids, covered, byCommand } of groups) {
    const more = byCommand.length > 0 ? `   and by a command: ${byCommand.join(' ')}` : ''
    console.log(row(group, covered, ids) + more)
  }
  const sum = (pick: (group: GroupCoverage) => number): number =>
    groups.reduce((total, group) => total + pick(group), 0)
  console.log(
    row(
      'all',
      sum((group) => group.covered),
      sum((group) => group.ids),
    ),
  )
  console.log(
    '\nAn id in a title is a claim. `npm run requirements -- --missing GROUP` lists what neither a title nor a command claims.',
  )
}

function percent(part: number, whole: number): string {
  return `${Math.floor((part * 100) / whole)} %`.padStart(6)
}

function printMissing(name: string): void {
  const missing = groups.find(({ group }) => group === name)?.missing
  if (!missing) {
    console.error(`no group ${name}; there are ${groups.map(({ group }) => group).join(' ')}`)
    process.exitCode = 1
    return
  }
  const texts = new Map(requirements.map(({ id, text }) => [id, text]))
  for (const id of missing) console.log(`${id} ${texts.get(id)}`)
}
