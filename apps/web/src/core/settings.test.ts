import { expect, test } from 'vitest'
import { parseSettings } from './settings.ts'

const plain = {
  variant: 'thai',
  brand: { name: 'Kapao' },
  defaultLanguage: 'th',
  recommendedBanks: ['KBANK', 'SCB'],
  videos: { wallet: null, enter: null, balance: null, bonus: null, finish: null },
}

test.each([
  '{}',
  '',
  'not json',
  'null',
  '7',
  '[]',
  '{"brand":null,"defaultLanguage":"lo","features":1}',
])('the block %s gives the defaults of the build', (json) => {
  expect(parseSettings(json)).toEqual(plain)
})

test('LANG-02 VAR-03 the default language follows the variant', () => {
  expect(parseSettings('{"variant":"laos"}').defaultLanguage).toBe('la')
  expect(parseSettings('{"variant":"thai"}').defaultLanguage).toBe('th')
  expect(parseSettings('{"variant":"burmese"}').defaultLanguage).toBe('th')
})

test('BUILD-01 the variant comes from the server, else from the build', () => {
  expect(parseSettings('{}', { VITE_VARIANT: 'laos' }).variant).toBe('laos')
  expect(parseSettings('{"variant":"thai"}', { VITE_VARIANT: 'laos' }).variant).toBe('thai')
})

test('RUN-71 the page carries whether the platform is in recovery', () => {
  expect(parseSettings('{"recovery":true}').recovery).toBe(true)
  expect(parseSettings('{"recovery":"no"}').recovery).toBeUndefined()
})

test('BUILD-08 unknown fields are ignored and known ones taken', () => {
  const json = JSON.stringify({
    variant: 'laos',
    brand: { name: '  Gold Bag ', colour: 'red' },
    defaultLanguage: 'en',
    more: 1,
    settings: {
      recommendedBanks: ['BCEL', 7],
      'howto.video.wallet': 'https://kapao.example/wallet.mp4',
      'howto.video.enter': 'javascript:alert(1)',
    },
  })
  expect(parseSettings(json)).toEqual({
    variant: 'laos',
    brand: { name: 'Gold Bag' },
    defaultLanguage: 'en',
    recommendedBanks: ['BCEL'],
    videos: { ...plain.videos, wallet: 'https://kapao.example/wallet.mp4' },
  })
})
