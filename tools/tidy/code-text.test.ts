import { expect, test } from 'vitest'
import { readCode as readFile } from './code-text.ts'

const readCode = (text: string) => readFile({ path: 'apps/web/src/app/main.tsx', text })

test('blanks comments and the contents of literals, and nothing else', () => {
  const text = `const a = 'fetch(1)' // fetch(2)\n/* fetch(3) */ fetch(4) + "it's" + b\n`
  const { code } = readCode(text)
  expect(code.match(/fetch\(\d\)/g)).toEqual(['fetch(4)'])
  expect(code).toHaveLength(text.length)
  expect(code.endsWith('+ b\n')).toBe(true)
})

test('reads code inside a template as code and its text as text', () => {
  const { code, literals } = readCode('x(`select ${pick({ a: `b${c}` })} from t`, d)')
  expect(code).toContain('pick({ a: `')
  expect(code).toContain('c')
  expect(code).not.toContain('select')
  expect(code.endsWith(', d)')).toBe(true)
  expect(literals.map((literal) => literal.text)).toEqual(['select ', 'b', '', ' from t'])
})

test('distinguishes a regular expression from a division', () => {
  const { code, literals } = readCode('const r = /[/"]\\/"/.test(s) ? a / b / c : "x"')
  expect(literals.map((literal) => literal.text)).toEqual(['[/"]\\/"', 'x'])
  expect(code).toContain('a / b / c')
})

test('gives every comment and literal its line', () => {
  const { comments, literals } = readCode("// one\nf('two')\n/* three\n four */\n`\nfive`\n// six")
  expect(comments.map((comment) => comment.line)).toEqual([1, 3, 7])
  expect(literals.map((literal) => literal.line)).toEqual([2, 5])
})

test('text in markup is a literal, apostrophes included', () => {
  const { code, literals } = readCode("const a = <p>don't</p>\nfetch(1)")
  expect(code).toContain('fetch(1)')
  expect(literals.map((literal) => literal.text)).toEqual(["don't"])
})

test('static imports and re-exports have their line, types included; later imports are apart', () => {
  const { imports, lateImports } = readCode(
    "import a from './a.ts'\nimport type { B } from 'b'\nexport { c, d } from './c.ts'\nawait import('./e.ts')",
  )
  expect(imports).toEqual(
    expect.arrayContaining([
      { line: 1, text: './a.ts', isType: false },
      { line: 2, text: 'b', isType: true },
      { line: 3, text: './c.ts', isType: false },
    ]),
  )
  expect(imports.map(({ text }) => text)).not.toContain('./e.ts')
  expect(lateImports).toEqual([{ line: 4, text: './e.ts' }])
})

test('an incomplete text is an error with its path', () => {
  for (const text of ["'", '`', '`${', '/*', '"\\', '}'])
    expect(() => readCode(text)).toThrow('apps/web/src/app/main.tsx')
})
