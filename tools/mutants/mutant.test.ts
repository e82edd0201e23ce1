import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../run-tool.ts'
import { plantMutant, type Mutant } from './mutant.ts'
import { everyMutant } from './planted/every-mutant.ts'

// The hunt takes minutes and is run on purpose; that its mutants still fit the sources is known at every test run.
test('there are at least twenty-five mutants, each with a name of its own and a place in the sources', async () => {
  expect(everyMutant.length).toBeGreaterThanOrEqual(25)
  expect(new Set(everyMutant.map(({ name }) => name)).size).toBe(everyMutant.length)
  for (const mutant of everyMutant) {
    const text = await readFile(join(repository, mutant.file), 'utf8')
    expect(plantMutant(text, mutant), mutant.name).not.toBe(text)
  }
})

test('a mutant whose text is gone, or stands there twice, is refused', () => {
  const mutant: Mutant = { name: 'lock removed', file: 'a.sql', edits: [['for update', '$&']] }
  expect(plantMutant('select for update', mutant)).toBe('select $&')
  expect(() => plantMutant('select', mutant)).toThrow('0 places')
  expect(() => plantMutant('for update for update', mutant)).toThrow('2 places')
})
