import { expect, test } from 'vitest'
import { repository } from '../run-tool.ts'
import { withFloors } from '../reports/floor-map.ts'
import { readSourceFiles } from './source-files.ts'

const files = readSourceFiles(repository)
const map = files.find(({ path }) => path === 'docs/architecture.md')!.text
const stepsMax = 9

function rowsUnder(heading: string): string[][] {
  const section = map.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
  const lines = section.split('\n').filter((line) => line.startsWith('| '))
  return lines.map((line) => line.split('|').slice(1, -1))
}

function filesNamed(cells: readonly string[]): string[] {
  return cells.flatMap((cell) => cell.match(/(?<=`)[\w./-]+\.\w+(?=`)/g) ?? [])
}

const ways = rowsUnder('Three ways, from the screen to the row and back')

test.each([
  ['a deposit by slip', 1],
  ['a withdrawal', 2],
  ['a transfer', 3],
])('the path of %s and back has nine files at most, each of which exists', (title, column) => {
  expect(ways[0]?.[column]?.trim()).toBe(title)
  const steps = new Set(filesNamed(ways.map((row) => row[column] ?? '')))
  expect(steps.size).toBeGreaterThan(6)
  expect(steps.size).toBeLessThanOrEqual(stepsMax)
  for (const step of steps) {
    const found = files.filter(({ path }) => path.endsWith(`/src/${step}`))
    expect(found, step).toHaveLength(1)
  }
})

test('every answer names something in its file: a function, or the title of a test', () => {
  const answers = rowsUnder('Where is it?').flatMap(([, answer = '']) => [
    ...answer.matchAll(/`([\w./-]+\.\w+)`: (?:`(\w+)`|"([^"]+)")/g),
  ])
  expect(answers.length).toBeGreaterThan(6)
  for (const [, name, symbol, title] of answers) {
    const file = files.find(({ path }) => path.endsWith(`/src/${name}`))
    const text = file?.text ?? ''
    const isThere = symbol
      ? new RegExp(`\\b(?:function|const) ${symbol}\\b`).test(text)
      : text.includes(title!)
    expect(isThere, `${name}: ${symbol ?? title}`).toBe(true)
  }
})

test('FLOOR-03 the map has the floors as they are; `npm run docs` writes it', () => {
  expect(map).toBe(withFloors(files))
  expect(map).toContain('| `money/deposits` |')
})

test('every room of the core is on its page, and every file beside the rooms on the map', () => {
  const core = files.find(({ path }) => path === 'apps/server/src/core/README.md')!.text
  const rooms = new Set(
    files.flatMap(({ path }) => /^apps\/server\/src\/core\/([\w-]+)\//.exec(path)?.[1] ?? []),
  )
  expect(rooms.size).toBeGreaterThan(10)
  for (const room of rooms) expect(core, room).toContain(`| \`${room}\` |`)
  const beside = files.flatMap(
    ({ path }) => /^apps\/server\/src\/[\w-]+(?<!\.test)\.ts$/.exec(path)?.[0] ?? [],
  )
  expect(beside.length).toBeGreaterThan(4)
  for (const file of beside) expect(map).toContain(`| \`${file}\``)
})
