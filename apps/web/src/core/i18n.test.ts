import type { Language } from '@kapao/contract/limits'
import { describe, expect, test } from 'vitest'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { startI18n } from './i18n.tsx'

/** Real packs that arrive when the test releases them. */
function holdPacks() {
  const waiting = new Map<Language, PromiseWithResolvers<void>>()
  return {
    hold: (language: Language) => waiting.set(language, Promise.withResolvers()),
    release: (language: Language) => waiting.get(language)?.resolve(),
    lose: (language: Language) => waiting.get(language)?.reject(new Error('offline')),
    packs: {
      loadPublicText: async (language: Language) => {
        await waiting.get(language)?.promise
        return loadPublicText(language)
      },
      loadVisitorText,
      loadMemberText,
    },
  }
}

async function startInThai(reload = async (_language: Language) => false) {
  const held = holdPacks()
  const remembered: Language[] = []
  const remember = (language: Language) => remembered.push(language)
  let leave = (): void => undefined
  const beforeLeaving = (keep: () => void) => void (leave = keep)
  const i18n = await startI18n('th', held.packs, { remember, reload, beforeLeaving })
  return { ...held, i18n, remembered, leave: () => leave() }
}

describe('switching the language', () => {
  test('LANG-08 texts change at once, are remembered, and every listener is notified', async () => {
    const { i18n, remembered } = await startInThai()
    const notified: string[] = []
    const stop = i18n.subscribe(() => notified.push(i18n.read().text.language.label))
    expect(await i18n.switchTo('en')).toBe(true)
    stop()
    await i18n.switchTo('la')
    expect(notified).toEqual(['Language'])
    expect(remembered).toEqual(['en', 'la'])
    expect(i18n.read().text).toBe(await loadPublicText('la'))
  })

  test('of two quick taps the later one counts, whichever pack arrives first', async () => {
    const { i18n, hold, release, remembered } = await startInThai()
    hold('la')
    const slow = i18n.switchTo('la')
    await i18n.switchTo('en')
    release('la')
    await slow
    expect(i18n.read().language).toBe('en')
    expect(remembered).toEqual(['en'])
  })

  test('a pack that cannot be fetched leaves the old language complete', async () => {
    const { i18n, hold, lose, remembered } = await startInThai()
    hold('la')
    const failing = i18n.switchTo('la')
    lose('la')
    expect(await failing).toBe(false)
    expect(i18n.read().language).toBe('th')
    expect(remembered).toEqual([])
  })
})

test('REACH-96 a language of a build that is gone reloads the page in it, and no connection error is shown', async () => {
  const reloaded: Language[] = []
  const { i18n, hold, lose } = await startInThai(async (language) => {
    reloaded.push(language)
    return true
  })
  hold('la')
  const switching = i18n.switchTo('la')
  lose('la')
  expect(await switching).toBe(true)
  expect(reloaded).toEqual(['la'])
  // Nothing else changes until the page unloads.
  expect(i18n.read().language).toBe('th')
})

test('a member who chooses another language while the reload is being decided gets that one', async () => {
  let answer = (_may: boolean): void => undefined
  const { i18n, hold, lose, release } = await startInThai(
    () => new Promise((resolve) => (answer = resolve)),
  )
  hold('la')
  const gone = i18n.switchTo('la')
  lose('la')
  hold('en')
  // The first switch is refused before the second one starts.
  await new Promise((resolve) => setTimeout(resolve))
  const other = i18n.switchTo('en')
  answer(false)
  expect(await gone).toBe(false)
  release('en')
  expect(await other).toBe(true)
  expect(i18n.read().language).toBe('en')
})

test('REACH-96 a language that is still loading when the page unloads is shown after the reload', async () => {
  const { i18n, hold, lose, leave, remembered } = await startInThai()
  leave()
  expect(remembered).toEqual([])
  hold('la')
  const switching = i18n.switchTo('la')
  leave()
  expect(remembered).toEqual(['la'])
  lose('la')
  expect(await switching).toBe(false)
  leave()
  expect(remembered).toEqual(['la'])
})

describe('the member pack', () => {
  test('loads separately, and from then on changes with the language', async () => {
    const { i18n, remembered } = await startInThai()
    expect(i18n.read().memberText).toBeNull()
    await i18n.loadMemberText()
    expect(remembered).toEqual([])
    expect(i18n.read().memberText).toBe(await loadMemberText('th'))
    await i18n.switchTo('en')
    expect(i18n.read().memberText).toBe(await loadMemberText('en'))
  })

  test('a switch under way while the member part opens still ends with both packs in one language', async () => {
    const { i18n, hold, release } = await startInThai()
    hold('la')
    const switching = i18n.switchTo('la')
    await i18n.loadMemberText()
    release('la')
    await switching
    expect(i18n.read().memberText).toBe(await loadMemberText('la'))
    expect(i18n.read().text).toBe(await loadPublicText('la'))
  })
})

describe('the visitor pack', () => {
  test('loads separately, and the member pack does not need it', async () => {
    const { i18n } = await startInThai()
    expect(i18n.read().visitorText).toBeNull()
    await i18n.loadVisitorText()
    expect(i18n.read().visitorText).toBe(await loadVisitorText('th'))
    expect(i18n.read().memberText).toBeNull()

    const { i18n: other } = await startInThai()
    await other.loadMemberText()
    expect(other.read().visitorText).toBeNull()
  })

  test('two packs requested at once are both there in the end', async () => {
    const { i18n } = await startInThai()
    await Promise.all([i18n.loadVisitorText(), i18n.loadMemberText(), i18n.switchTo('la')])
    expect(i18n.read().visitorText).toBe(await loadVisitorText('la'))
    expect(i18n.read().memberText).toBe(await loadMemberText('la'))
  })
})
