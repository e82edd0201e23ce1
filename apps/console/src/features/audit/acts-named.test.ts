import { expect, test } from 'vitest'
import { text as english } from '#text/en/all.ts'
import { text as lao } from '#text/la/all.ts'
import { text as thai } from '#text/th/all.ts'
import { actsNamed } from './acts-named.ts'
import { filterInAddress, filterOf, noFilter } from './filter.ts'

const find = (words: string, language: 'th' | 'la' | 'en' = 'en') =>
  actsNamed({ th: thai, la: lao, en: english }[language].words.actions, { words, language }).map(
    ({ code }) => code,
  )

test('DESK-145 acts are found by a part of their words in each language, and by their code', () => {
  expect(find('qr finding')).toEqual(['qrcodes.close'])
  expect(find('QRCODES.CL')).toEqual(['qrcodes.close'])
  for (const language of ['th', 'la'] as const) {
    const { words } = { th: thai, la: lao }[language]
    expect(find(words.actions['qrcodes.close'].slice(1), language)).toContain('qrcodes.close')
    expect(find('qrcodes.close', language)).toEqual(['qrcodes.close'])
  }
  expect(find('nothing of this kind')).toEqual([])
})

test('DESK-145 without words every act is there once, in the order of its words', () => {
  const all = find('')
  expect(new Set(all)).toEqual(new Set(Object.keys(english.words.actions)))
  const names = actsNamed(english.words.actions, { words: '', language: 'en' }).map(
    ({ name }) => name,
  )
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
})

test('DESK-145 an address keeps the code and what else is asked for, and nothing else', () => {
  const address = { action: 'qrcodes.close', actor: '', from: '2026-11-21T12:00', page: '2', to: 7 }
  expect(filterInAddress(address)).toEqual({ action: 'qrcodes.close', from: '2026-11-21T12:00' })
  expect(filterOf({ ...noFilter, ...filterInAddress(address) })).toEqual({
    action: 'qrcodes.close',
    from: '2026-11-21T05:00:00.000Z',
  })
})
