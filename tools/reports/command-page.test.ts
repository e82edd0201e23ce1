import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyGroup } from '../../apps/server/src/kapao/every-group.ts'
import { callCommands } from '../../apps/server/src/kapao/remote/commands.ts'
import { manualOf, sectionOf } from '../../apps/server/src/kapao/manual.ts'
import { repository } from '../run-tool.ts'
import { commandPage, commandPagePath } from './command-page.ts'

const commands = everyGroup.flatMap((group) => group.commands)

test('docs/commands.md matches the help; `npm run docs` writes it', () => {
  expect(readFileSync(join(repository, commandPagePath), 'utf8')).toBe(commandPage(everyGroup))
})

test('a changed command changes the page', () => {
  const [first, ...others] = everyGroup
  const [command, ...rest] = first!.commands
  const changed = { ...first!, commands: [{ ...command!, about: 'Does it anew.' }, ...rest] }
  expect(commandPage([changed, ...others])).toContain('Does it anew.')
  expect(commandPage([changed, ...others])).not.toBe(commandPage(everyGroup))
})

test('every manual belongs to a group, and every section to a command of it', () => {
  const names = new Set(commands.map(({ name }) => name))
  const manuals = readdirSync(join(repository, 'apps/server/src/kapao/manual'))
  const groups = manuals.map((file) => file.replace(/\.md$/, ''))
  const known = ['kapao', 'sign-in', ...everyGroup.map(({ name }) => name)]
  expect(groups.filter((name) => !known.includes(name))).toEqual([])
  const sections = groups.flatMap((name) => manualOf(name).sections)
  const named = sections.flatMap((section) => section.commands)
  expect(named.filter((name) => !names.has(name))).toEqual([])
  expect(named.toSorted()).toEqual([...new Set(named)].toSorted())
  expect(sections.filter(({ text }) => text === '')).toEqual([])
})

test('the page has every command, with the whole manual', () => {
  const page = readFileSync(join(repository, commandPagePath), 'utf8')
  for (const { name } of commands) {
    expect(page).toContain(`npx kapao ${name}`)
    expect(page).toContain(sectionOf(name) ?? '')
  }
})

test('HOUSE-20 the page has a table of the calls, with the roles that may make each', () => {
  const page = commandPage(everyGroup)
  for (const { name } of callCommands) expect(page).toContain(`| \`${name}`)
  expect(page).toMatch(/\| `audit [^|]*\| risk, owner \|/)
})
