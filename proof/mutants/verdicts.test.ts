import { expect, test } from 'vitest'
import type { Mutant } from './mutant.ts'
import { choose, summarize } from './verdicts.ts'

const inFile: Mutant = {
  name: 'gift link: from anybody',
  file: 'channels/giftlinks/redeem.ts',
  edits: [],
}
const inFunction: Mutant = { name: 'credited twice', sqlFunction: 'deposits_find', edits: [] }
const inSchema: Mutant = {
  name: 'no floor',
  schema: 'alter table ledger_account drop constraint x',
}
const all = [inFile, inFunction, inSchema]

test('faults are chosen by name, module, file, function or table', () => {
  expect(choose(all, [])).toEqual(all)
  expect(choose(all, ['deposits'])).toEqual([inFunction])
  expect(choose(all, ['giftlinks', 'ledger_account'])).toEqual([inFile, inSchema])
  expect(choose(all, ['redeem.ts'])).toEqual([inFile])
  expect(choose(all, ['twice'])).toEqual([inFunction])
  expect(choose(all, ['nothing'])).toEqual([])
})

test('a hunt succeeds only when every fault was tried and killed', () => {
  expect(summarize(new Map([['a', 'killed']]), ['F56'])).toEqual({
    text: '1 tried, 1 killed, 0 alive (F56)',
    code: 0,
  })
  const some = new Map([
    ['a', 'killed'],
    ['b', 'alive'],
    ['c', 'not tried'],
  ] as const)
  expect(summarize(some, ['F56'])).toEqual({
    text: '2 tried, 1 killed, 1 alive (F56)\nalive:\n  b\ncould not be tried:\n  c',
    code: 1,
  })
})
