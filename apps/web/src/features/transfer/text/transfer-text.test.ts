import { languages } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { transferTexts } from './transfer-text.ts'

test.each(languages)(
  'in %s the text of moving everything names no wallet as the source, because it may be the target',
  async (language) => {
    const { sentence } = (await transferTexts.load(language)).everything
    for (const words of ['X', '1.00']) expect(sentence('1.00', 'X')).toContain(words)
    expect(sentence('1.00', 'X')).not.toMatch(/wallet|กระเป๋า|ກະເປົາ/i)
  },
)
