import { expect, test } from 'vitest'
import { repository } from '../run-tool.ts'
import { readSourceFiles } from './source-files.ts'
import { sizesInRem } from './writing-rules.ts'

const path = 'apps/web/src/ui/row.module.css'

test('REACH-46 sizes of the page follow the letters of the browser, down to its breakpoints', () => {
  const text =
    '.row {\n  border: 1px solid;\n  padding: 0 12px;\n}\n@media (min-width: 768px) {\n}\n'
  const found = sizesInRem.check([{ path, text }])
  expect(found.map(({ line }) => line)).toEqual([3, 5])
  expect(sizesInRem.check(readSourceFiles(repository))).toEqual([])
})
