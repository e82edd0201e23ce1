import { expect, test } from 'vitest'
import { repository } from '../run-tool.ts'
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

test('every table of a module stands in its row', () => {
  const rows = new Map(
    rowsUnder('Modules of the server').map(([name = '', , tables = '']) => [
      name.trim().replaceAll('`', '').replaceAll('-', '_'),
      tables,
    ]),
  )
  const tables = files
    .filter(({ path }) => path.startsWith('apps/server/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/^create (?:unlogged )?table ([a-z_]+)/gim)])
    .map(([, table]) => table!)
  expect(tables.length).toBeGreaterThan(60)
  const missing = tables.filter((table) => {
    const owner = [...rows.keys()].find((name) => table.startsWith(`${name}_`))
    return owner !== undefined && !rows.get(owner)!.includes(`\`${table}\``)
  })
  expect(missing).toEqual([])
})

test('every folder of the server, every file beside them and every room of its core is on the map', () => {
  const named = rowsUnder('Folders').map(([folder = '', holds = '']) => ({ folder, holds }))
  const core = named.find(({ folder }) => folder.includes('`apps/server/src/core`'))!.holds
  const folders = new Set(
    files.flatMap(({ path }) => /^apps\/server\/src\/([\w-]+)\//.exec(path)?.[1] ?? []),
  )
  const rooms = new Set(
    files.flatMap(({ path }) => /^apps\/server\/src\/core\/([\w-]+)\//.exec(path)?.[1] ?? []),
  )
  expect(folders.size).toBeGreaterThan(10)
  for (const folder of folders)
    expect(named.map((row) => row.folder).join(), folder).toMatch(
      new RegExp(`(?:apps/server/src/|\`)${folder}[/\`]`),
    )
  const beside = files.flatMap(
    ({ path }) => /^apps\/server\/src\/[\w-]+(?<!\.test)\.ts$/.exec(path)?.[0] ?? [],
  )
  expect(beside.length).toBeGreaterThan(6)
  for (const file of beside) expect(map).toContain(`| \`${file}\``)
  expect(rooms.size).toBeGreaterThan(10)
  for (const room of rooms) expect(core, room).toContain(`\`${room}\``)
})
