import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { depositBankCodes } from '@kapao/contract/limits'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BankMark } from './bank-mark.tsx'

const known = [...depositBankCodes, 'BAY', 'BAAC', 'LDB', 'JDB', 'wallet']

test('REACH-02 every known bank and gateway has its mark', () => {
  const folder = join(import.meta.dirname, '../../../public/banks')
  for (const code of known) {
    expect(renderToStaticMarkup(<BankMark code={code} />)).toContain(`src="/banks/${code}.svg"`)
    expect(existsSync(join(folder, `${code}.svg`)), code).toBe(true)
  }
})

test('OP-B31 a bank without a picture is a circle with its code', () => {
  expect(renderToStaticMarkup(<BankMark code="KBANK" />)).toContain('src="/banks/KBANK.svg"')
  for (const [code, letters] of [
    ['TISCO', 'TISCO'],
    ['UOB', 'UOB'],
    ['GHBANK', 'GH'],
    ['PAYLATER', 'PR'],
  ] as const) {
    const html = renderToStaticMarkup(<BankMark code={code} />)
    expect(html).not.toContain('<img')
    expect(html).toMatch(new RegExp(`<text[^>]*>${letters}</text>`))
  }
})
