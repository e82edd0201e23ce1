import { languages } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { statementTexts } from './statement-text.ts'

const thai = /[\u0E00-\u0E7F]/
const lao = /[\u0E80-\u0EFF]/

function sentencesOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value(7, 7, 7))]]
  return Object.entries(value as object).flatMap(([key, below]) =>
    sentencesOf(below, `${path}.${key}`),
  )
}

test('LANG-07 the texts of the statement are complete, and each in its own script', async () => {
  const packs = await Promise.all(languages.map((language) => statementTexts.load(language)))
  const texts = packs.map((pack) => sentencesOf(pack, ''))
  const paths = texts.map((sentences) => sentences.map(([path]) => path).toSorted())
  expect(paths[1]).toEqual(paths[0])
  expect(paths[2]).toEqual(paths[0])
  for (const [place, language] of languages.entries())
    for (const [path, sentence] of texts[place]!) {
      expect(sentence.trim(), path).toBe(sentence)
      expect(thai.test(sentence), `${language}${path}`).toBe(language === 'th')
      expect(lao.test(sentence), `${language}${path}`).toBe(language === 'la')
      // A Thai or Lao sentence contains Latin letters only in the name of the QR code.
      const latin = sentence.replace('QR', '')
      expect(language !== 'en' && /[A-Za-z]/.test(latin), path).toBe(false)
    }
})
