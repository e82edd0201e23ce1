import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
)

test('S42 foreign markup becomes nodes in one place only, by the sanitizer and its short list', () => {
  expect(files.length).toBeGreaterThan(100)
  const holding = (pattern: RegExp) =>
    files.filter((path) => pattern.test(readFileSync(join(source, path), 'utf8'))).toSorted()
  expect(
    holding(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/),
  ).toEqual([])
  expect(holding(/from 'dompurify'/)).toEqual(['ui/clean-html.ts'])
  const cleaner = readFileSync(join(source, 'ui/clean-html.ts'), 'utf8')
  expect(cleaner).toContain("ALLOWED_ATTR: ['href']")
  expect(cleaner).toContain("'noopener noreferrer'")
})
