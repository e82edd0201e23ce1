import { languages } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { transferTexts } from './transfer-text.ts'

test.each(languages)(
  'in %s what moves all at once names no wallet that it comes from, as it may go there',
  async (language) => {
    const { sentence } = (await transferTexts.load(language)).everything
    for (const told of ['X', '1.00']) expect(sentence('1.00', 'X')).toContain(told)
    expect(sentence('1.00', 'X')).not.toMatch(/wallet|กระเป๋า|ກະເປົາ/i)
  },
)
