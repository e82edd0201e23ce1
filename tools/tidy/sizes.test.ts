import { expect, test } from 'vitest'
import { repository } from '../run-tool.ts'
import { isTest, readSourceFiles } from './source-files.ts'
import { sizesInRem } from './writing-rules.ts'

const path = 'apps/web/src/ui/row.module.css'

test("REACH-46 sizes of the page scale with the browser's text size, down to its breakpoints", () => {
  const text =
    '.row {\n  border: 1px solid;\n  padding: 0 12px;\n}\n@media (min-width: 768px) {\n}\n'
  const found = sizesInRem.check([{ path, text }])
  expect(found.map(({ line }) => line)).toEqual([3, 5])
  expect(sizesInRem.check(readSourceFiles(repository))).toEqual([])
})

test('half of the source files have at most 80 lines, nine of ten at most 200', () => {
  const sizes = readSourceFiles(repository)
    .filter(({ path }) => /\.(?:ts|tsx|mjs|sql|css)$/.test(path) && !isTest(path))
    .map(({ text }) => text.split('\n').length - 1)
    .toSorted((one, other) => one - other)
  const at = (share: number) => sizes[Math.floor(sizes.length * share)]
  expect(sizes.length).toBeGreaterThan(1000)
  expect(at(0.5)).toBeLessThanOrEqual(80)
  expect(at(0.9)).toBeLessThanOrEqual(200)
})
