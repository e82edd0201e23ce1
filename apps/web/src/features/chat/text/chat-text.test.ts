import { languages } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { chatTexts } from './chat-text.ts'

const thai = /[\u0E00-\u0E7F]/
const lao = /[\u0E80-\u0EFF]/

function sentencesOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value(7, 7))]]
  return Object.entries(value as object).flatMap(([key, below]) =>
    sentencesOf(below, `${path}.${key}`),
  )
}

test('LANG-07 the texts of the chat are complete, and each in its own script', async () => {
  const packs = await Promise.all(languages.map((language) => chatTexts.load(language)))
  const sentences = packs.map((pack) => sentencesOf(pack, ''))
  const paths = sentences.map((all) => all.map(([path]) => path).toSorted())
  expect(paths[1]).toEqual(paths[0])
  expect(paths[2]).toEqual(paths[0])
  for (const [place, language] of languages.entries())
    for (const [path, sentence] of sentences[place]!) {
      expect(sentence.trim(), path).toBe(sentence)
      if (path.endsWith('.counter')) continue
      expect(thai.test(sentence), `${language}${path}`).toBe(language === 'th')
      expect(lao.test(sentence), `${language}${path}`).toBe(language === 'la')
      // A Thai or Lao sentence contains Latin letters only in the unit of a size.
      const latin = sentence.replace('MB', '')
      expect(language !== 'en' && /[A-Za-z]/.test(latin), path).toBe(false)
    }
})

test('CHAT-28 CHAT-29 CHAT-30 a file that cannot be sent is reported with the required text', async () => {
  const { attachment } = await chatTexts.load('en')
  expect(attachment.unsupported).toBe('File is not supported')
  const tooLarge = (megabytes: number) =>
    `The file is too large. Please select file no larger than ${megabytes} MB.`
  expect([10, 20].map(attachment.tooLarge)).toEqual([10, 20].map(tooLarge))
})
