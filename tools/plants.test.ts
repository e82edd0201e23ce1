import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isFolder, isThere, pathOf } from './plants/imports/house-files.ts'
import { importPlants } from './plants/imports/import-plants.ts'
import { lintPlants } from './plants/lint-plants.ts'
import { lintFiles } from './plants/plant-garden.ts'
import { tidyPlants } from './plants/tidy-plants.ts'
import { repository } from './run-tool.ts'
import { tidyRules } from './tidy/all-rules.ts'
import { readCode } from './tidy/code-text.ts'
import type { Diagnostic } from './tidy/ratchet.ts'
import type { SourceFile } from './tidy/source-files.ts'

type Rules = Record<string, unknown>
type Patterns = ['error', { patterns: { message: string }[] }]
type Config = { rules: Rules; overrides: { rules: Rules }[] }

const configText = readFileSync(join(repository, '.oxlintrc.json'), 'utf8')
const config = JSON.parse(configText) as Config

/** A file with these imports, one a line and in this order. */
function importing(specifiers: readonly string[]): string {
  const imports = specifiers.map((from, number) =>
    from.startsWith('type:')
      ? `import type { Thing as Thing${number} } from '${from.slice('type:'.length)}'`
      : `import { thing as thing${number} } from '${from}'`,
  )
  const used = specifiers.map((from, number) =>
    from.startsWith('type:')
      ? `export type Used${number} = Thing${number}`
      : `export const used${number} = thing${number}`,
  )
  return [...imports, ...used, ''].join('\n')
}

const badImports = Map.groupBy(importPlants, ({ path }) => path)
const goodImports = new Map(
  [...Map.groupBy(importPlants, ({ path, goodPath = path }) => goodPath)].map(
    ([path, plants]) => [path, [...new Set(plants.map(({ good }) => good))]] as const,
  ),
)

let badReport: Map<string, Diagnostic[]>
let goodReport: Map<string, Diagnostic[]>

beforeAll(async () => {
  const bad: Record<string, string> = {}
  const good: Record<string, string> = {}
  for (const plant of lintPlants) {
    Object.assign(bad, plant.beside, { [plant.path]: plant.bad })
    Object.assign(good, plant.beside, { [plant.goodPath ?? plant.path]: plant.good })
  }
  for (const [path, plants] of badImports) bad[path] = importing(plants.map((plant) => plant.bad))
  for (const [path, specifiers] of goodImports) good[path] = importing(specifiers)
  badReport = await lintFiles(configText, bad)
  goodReport = await lintFiles(configText, good)
})

describe('every lint rule reports its violation', () => {
  test.each(lintPlants.map((plant) => [plant.rule, plant] as const))('%s', (rule, plant) => {
    expect(codesOf(badReport, plant.path)).toContain(rule)
    expect(codesOf(goodReport, plant.goodPath ?? plant.path)).toEqual([])
  })

  test.each([...badImports.keys()])('what %s may not import', (path) => {
    const report = Map.groupBy(badReport.get(path) ?? [], ({ labels }) => labels[0]?.span.line)
    const missed = badImports.get(path)!.filter(({ says }, number) => {
      const found = report.get(number + 1) ?? []
      return !found.some(({ help }) => help?.startsWith(says))
    })
    expect(missed.map(({ bad, says }) => `${says}: ${bad}`)).toEqual([])
  })

  test.each([...goodImports.keys()])('what %s may import', (path) => {
    expect(goodReport.get(path) ?? []).toEqual([])
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

/** A rule that is tried on a path which nothing has may fail on every path that there is. */
test.each([...badImports])('what is planted in %s could be written there', (path, plants) => {
  for (const place of [path, ...plants.flatMap(({ goodPath }) => goodPath ?? [])])
    expect(isFolder(dirname(place)), place).toBe(true)
  const written = plants.flatMap(({ bad, good, goodPath = path }) => [
    { specifier: bad, file: pathOf(path, bad) },
    { specifier: good, file: pathOf(goodPath, good) },
  ])
  expect(written.filter(({ file }) => file !== null && !isThere(file))).toEqual([])
})

test('what modules may load of outside is there, and loads no client', () => {
  const lifted = [...configText.matchAll(/"!#outside\/([^"]+)"/g)].map(
    ([, name]) => `apps/server/src/outside/${name}`,
  )
  expect(lifted.length).toBeGreaterThan(1)
  for (const path of lifted) {
    const text = readFileSync(join(repository, path), 'utf8')
    const loaded = readCode({ path, text }).imports.map((piece) => pathOf(path, piece.text) ?? '')
    const clients = loaded.filter((file) => file.includes('/outside/') && !lifted.includes(file))
    const loading = clients.filter((file) => !/\/outside\/(?:bank\/event|reply)\.ts$/.test(file))
    expect(loading, path).toEqual([])
  }
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
