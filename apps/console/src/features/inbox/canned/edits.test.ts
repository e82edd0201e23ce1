import { expect, test } from 'vitest'
import { findWrong, insertFact, joinEdits, moveOne, namesOfDiffering, previewOf } from './edits.ts'

const one = (name: string, words = name) => ({ name, text: { th: words, la: words, en: words } })

test('a fact is inserted where the cursor stands, or instead of what is selected', () => {
  expect(insertFact('Hello you', 'name', { start: 6, end: 9 })).toEqual({
    words: 'Hello {name}',
    cursor: 12,
  })
  expect(insertFact('', 'balance', { start: 0, end: 0 }).words).toBe('{balance}')
})

test('a preview has the facts of the example member, and leaves other braces alone', () => {
  expect(previewOf('{name}: {balance} {other}', 'en')).toMatch(
    /^Somchai Example: 1,250\.00.baht \{other\}$/,
  )
})

test('what is missing is named, and a name that is there twice', () => {
  expect(findWrong(one('hello'), [one('hello')])).toBeNull()
  expect(findWrong(one('X', ''), [])).toEqual({ name: 'name', th: 'text', la: 'text', en: 'text' })
  expect(findWrong(one('hello'), [one('hello'), one('hello')])).toEqual({ name: 'twice' })
})

test('an answer moves by one, and not over the end', () => {
  const all = [one('a1'), one('b1')]
  expect(moveOne(all, 1, -1).map(({ name }) => name)).toEqual(['b1', 'a1'])
  expect(moveOne(all, 0, -1)).toEqual(all)
})

test('what two have changed is joined: mine stays, what I did not touch is theirs, and nothing of mine comes back', () => {
  const base = [one('a1'), one('b1'), one('c1'), one('d1')]
  const canned = [one('b1'), one('a1', 'mine'), one('c1'), one('new-mine')]
  const theirs = [one('a1', 'theirs'), one('b1', 'theirs'), one('d1'), one('new-theirs')]
  expect(joinEdits({ version: 1, base, canned }, theirs)).toEqual([
    one('b1', 'theirs'),
    one('a1', 'mine'),
    one('new-mine'),
    one('new-theirs'),
  ])
  expect(namesOfDiffering(base, theirs)).toEqual(['a1', 'b1', 'c1', 'new-theirs'])
})
