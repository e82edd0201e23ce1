import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BankMark } from './bank-mark.tsx'

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
