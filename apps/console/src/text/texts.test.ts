import { expect, test } from 'vitest'
import { text as english } from './en/all.ts'
import { text as lao } from './la/all.ts'
import { text as thai } from './th/all.ts'

type Leaf = { path: string; words: string }

/** Every text with its path; functions are called with an example. */
function leavesOf(part: unknown, path = ''): Leaf[] {
  if (typeof part === 'string') return [{ path, words: part }]
  if (typeof part === 'function') return [{ path, words: String(part('7', '8', '9')) }]
  return Object.entries(part as object).flatMap(([name, below]) =>
    leavesOf(below, path === '' ? name : `${path}.${name}`),
  )
}

/** Native names of languages, symbols, and words that all banks there write in English. */
const same = /^desk\.languages|^desk\.nothing$|\.(?:sms|qr)$|^members\.found\.listed$/
const ofOtherAlphabets = /^desk\.languages/
const foreign =
  /\{member\}|LINE|BANK:[A-Z]+|SMS|IP|QR|OTP|PIN|UTC|CSV|Enter|Shift|a\u2013z|PNG|JPEG|GIF|MP4|MOV|MB/g

test.each([
  ['Thai', thai, /[\u0E00-\u0E7F]/],
  ['Lao', lao, /[\u0E80-\u0EFF]/],
])(
  'DESK-73 nothing is left in English in %s, and nothing in another script',
  (_name, text, script) => {
    const inEnglish = new Map(leavesOf(english).map(({ path, words }) => [path, words]))
    const left = leavesOf(text)
      .filter(({ path }) => !same.test(path))
      .filter(({ words }) => words.replaceAll(foreign, '') !== '')
      .filter(({ path, words }) => words === inEnglish.get(path) || !script.test(words))
    expect(left).toEqual([])
    const mixed = leavesOf(text)
      .filter(({ path }) => !ofOtherAlphabets.test(path))
      .filter(({ words }) => /[A-Za-z]{2}/.test(words.replaceAll(foreign, '')))
    expect(mixed).toEqual([])
  },
)

test('DESK-73 every language says everything', () => {
  const paths = leavesOf(english).map(({ path }) => path)
  for (const text of [thai, lao]) {
    const leaves = leavesOf(text)
    expect(leaves.map(({ path }) => path).toSorted()).toEqual(paths.toSorted())
    const empty = leaves.filter(({ path, words }) => words.trim() === '' && !same.test(path))
    expect(empty).toEqual([])
  }
})
