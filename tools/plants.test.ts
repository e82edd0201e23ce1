import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { lintPlants } from './plants/lint-plants.ts'
import { lintFiles } from './plants/plant-garden.ts'
import { tidyPlants } from './plants/tidy-plants.ts'
import { repository } from './run-tool.ts'
import { tidyRules } from './tidy/all-rules.ts'
import type { Diagnostic } from './lint.ts'
import type { SourceFile } from './tidy/source-files.ts'

type Rules = Record<string, unknown>
type Config = { rules: Rules }

const configText = readFileSync(join(repository, '.oxlintrc.json'), 'utf8')
const config = JSON.parse(configText) as Config

let badReport: Map<string, Diagnostic[]>
let goodReport: Map<string, Diagnostic[]>

beforeAll(async () => {
  const bad: Record<string, string> = {}
  const good: Record<string, string> = {}
  for (const plant of lintPlants) {
    Object.assign(bad, plant.beside, { [plant.path]: plant.bad })
    Object.assign(good, plant.beside, { [plant.goodPath ?? plant.path]: plant.good })
  }
  badReport = await lintFiles(configText, bad)
  goodReport = await lintFiles(configText, good)
})

describe('every lint rule reports its violation', () => {
  test.each(lintPlants.map((plant) => [plant.rule, plant] as const))('%s', (rule, plant) => {
    expect(codesOf(badReport, plant.path)).toContain(rule)
    expect(codesOf(goodReport, plant.goodPath ?? plant.path)).toEqual([])
  })

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
