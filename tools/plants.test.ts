import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { importPlants, type ImportPlant } from './plants/import-plants.ts'
import { lintPlants } from './plants/lint-plants.ts'
import { lintFiles } from './plants/plant-garden.ts'
import { tidyPlants } from './plants/tidy-plants.ts'
import { repository } from './run-tool.ts'
import { tidyRules } from './tidy/all-rules.ts'
import type { Diagnostic } from './tidy/ratchet.ts'
import type { SourceFile } from './tidy/source-files.ts'

type Rules = Record<string, unknown>
type Patterns = ['error', { patterns: { message: string }[] }]
type Config = { rules: Rules; overrides: { rules: Rules }[] }

const configText = readFileSync(join(repository, '.oxlintrc.json'), 'utf8')
const config = JSON.parse(configText) as Config

/** Import plants of one place get a number each, so that all of them are linted in one run. */
function numbered(plant: ImportPlant, number: number): { bad: string; good: string } {
  const place = (path: string): string =>
    path.replace('/games/', `/games-${number}/`).replace('planted', `planted-${number}`)
  return { bad: place(plant.path), good: place(plant.goodPath ?? plant.path) }
}

function importing(from: string): string {
  return from.startsWith('type:')
    ? `import type { Thing } from '${from.slice('type:'.length)}'\nexport type Things = Thing[]\n`
    : `import { thing } from '${from}'\nexport const things = [thing]\n`
}

let badReport: Map<string, Diagnostic[]>
let goodReport: Map<string, Diagnostic[]>

beforeAll(async () => {
  const bad: Record<string, string> = {}
  const good: Record<string, string> = {}
  for (const plant of lintPlants) {
    Object.assign(bad, plant.beside, { [plant.path]: plant.bad })
    Object.assign(good, plant.beside, { [plant.goodPath ?? plant.path]: plant.good })
  }
  for (const [number, plant] of importPlants.entries()) {
    const paths = numbered(plant, number)
    bad[paths.bad] = importing(plant.bad)
    good[paths.good] = importing(plant.good)
  }
  badReport = await lintFiles(configText, bad)
  goodReport = await lintFiles(configText, good)
})

describe('every lint rule reports its violation', () => {
  test.each(lintPlants.map((plant) => [plant.rule, plant] as const))('%s', (rule, plant) => {
    expect(codesOf(badReport, plant.path)).toContain(rule)
    expect(codesOf(goodReport, plant.goodPath ?? plant.path)).toEqual([])
  })

  test.each(importPlants.map((plant, number) => [plant.path, plant.bad, plant, number] as const))(
    '%s does not import %s',
    (_path, _from, plant, number) => {
      const paths = numbered(plant, number)
      const helps = (badReport.get(paths.bad) ?? []).map(({ help }) => help ?? '')
      expect(helps).toContainEqual(expect.stringContaining(plant.says))
      expect(codesOf(goodReport, paths.good)).toEqual([])
    },
  )

  test('a disabling comment without effect is reported', async () => {
    const report = await lintFiles(configText, {
      'tools/unused.ts': '// oxlint-disable-next-line no-debugger\nexport const one = 1\n',
    })
    expect(report.get('tools/unused.ts')?.map(({ message }) => message)).toEqual([
      expect.stringContaining('Unused'),
    ])
  })
})

describe('nothing is left unplanted', () => {
  const switchedOn = Object.entries(config.rules)
    .filter(([, level]) => level !== 'off')
    .map(([name]) => name)

  test.each(switchedOn)('%s', (name) => {
    expect(lintPlants.map((plant) => ruleOf(plant.rule))).toContain(ruleOf(name))
  })

  test('each message of each import rule', () => {
    const messages = config.overrides.flatMap(({ rules }) =>
      rules['no-restricted-imports']
        ? (rules['no-restricted-imports'] as Patterns)[1].patterns.map(({ message }) => message)
        : [],
    )
    expect(messages.length).toBeGreaterThan(20)
    const unplanted = messages.filter(
      (message) => !importPlants.some((plant) => message.startsWith(plant.says)),
    )
    expect(unplanted).toEqual([])
  })

  test.each(tidyRules.map((rule) => rule.name))('%s', (name) => {
    expect(tidyPlants.map((plant) => plant.rule)).toContain(name)
  })
})

describe('every tidy rule reports its violation', () => {
  const named = tidyPlants.map(
    (plant) => [plant.rule, Object.values(plant.bad).join(' '), plant] as const,
  )
  test.each(named)('%s on %j', (name, _text, plant) => {
    const rule = tidyRules.find((known) => known.name === name)
    expect(rule?.check(filesOf(plant.bad))).not.toEqual([])
    expect(rule?.check(filesOf(plant.good))).toEqual([])
  })
})

function codesOf(report: Map<string, Diagnostic[]>, path: string): string[] {
  return (report.get(path) ?? []).map(({ code }) => code)
}

/** `import/no-cycle` of the configuration is `import(no-cycle)` in a report; for hooks the plugins differ. */
function ruleOf(name: string): string {
  return name.split(/[/(]/).at(-1)!.replace(')', '')
}

function filesOf(texts: Record<string, string>): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }))
}
