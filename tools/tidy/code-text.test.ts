import { expect, test } from 'vitest'
import { readCode } from './code-text.ts'

test('blanks comments and the contents of literals, and nothing else', () => {
  const text = `const a = 'fetch(1)' // fetch(2)\n/* fetch(3) */ fetch(4) + "it's" + b\n`
  const { code } = readCode(text)
  expect(code.match(/fetch\(\d\)/g)).toEqual(['fetch(4)'])
  expect(code).toHaveLength(text.length)
  expect(code.endsWith('+ b\n')).toBe(true)
})

test('reads code inside a template as code and its words as words', () => {
  const { code, literals } = readCode('x(`select ${pick({ a: `b${c}` })} from t`, d)')
  expect(code).toContain('pick({ a: `')
  expect(code).toContain('c')
  expect(code).not.toContain('select')
  expect(code.endsWith(', d)')).toBe(true)
  expect(literals.map((literal) => literal.text)).toEqual(['select ', 'b', '', ' from t'])
})

test('tells a pattern from a division', () => {
  const { code, literals } = readCode('const r = /[/"]\\/"/.test(s) ? a / b / c : "x"')
  expect(literals.map((literal) => literal.text)).toEqual(['[/"]\\/"', 'x'])
  expect(code).toContain('a / b / c')
})

test('gives every comment and literal its line', () => {
  const { comments, literals } = readCode("// one\nf('two')\n/* three\n four */\n`\nfive`\n// six")
  expect(comments.map((comment) => comment.line)).toEqual([1, 3, 7])
  expect(literals.map((literal) => literal.line)).toEqual([2, 5])
})

test('an apostrophe in JSX text is forgotten at the end of its line', () => {
  const { code } = readCode("<p>don't</p>\nfetch(1)")
  expect(code).toContain('fetch(1)')
})

test('survives texts that end in the middle of something', () => {
  for (const text of ["'", '`', '`${', '/*', '/', '"\\', '`\\', '}'])
    expect(readCode(text).code).toHaveLength(text.length)
})
