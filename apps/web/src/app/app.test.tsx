import { languages } from '@kapao/contract/limits'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { startI18n } from '#core/i18n.tsx'
import { parseSettings } from '#core/settings.ts'
import { loadMemberText, loadPublicText } from '#text/packs.ts'
import { App } from './app.tsx'
import { placeOf } from './paths.ts'

const packs = { loadPublicText, loadMemberText }

async function renderAt(pathname: string, language: (typeof languages)[number], json = '{}') {
  const i18n = await startI18n(language, packs, () => {})
  return renderToStaticMarkup(
    <App i18n={i18n} settings={parseSettings(json)} pathname={pathname} />,
  )
}

describe.each(languages)('in %s', (language) => {
  test('NF-01 an unknown path shows 404 and Page Not Found, literally', async () => {
    const html = await renderAt('/user/nope', language)
    expect(html).toContain('>404<')
    expect(html).toContain('>Page Not Found<')
    expect(html).toContain((await loadPublicText(language)).notFound.sentence)
  })

  test('the first page names the operator and offers every language, the shown one marked', async () => {
    const html = await renderAt('/', language, '{"brand":{"name":"Gold <Bag>"}}')
    expect(html).toContain('Gold &lt;Bag&gt;')
    expect(html.match(/aria-pressed="false"/g)).toHaveLength(2)
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(1)
  })

  test('no page carries a style attribute, which the security policy would drop', async () => {
    for (const path of ['/', '/nope', '/terminated']) {
      expect(await renderAt(path, language)).not.toMatch(/\sstyle=/)
    }
  })

  test('OP-B02 the terminated page is one sentence, without a way on', async () => {
    const html = await renderAt('/terminated', language)
    expect(html).toContain((await loadPublicText(language)).terminated.sentence)
    expect(html).not.toMatch(/<a |<button/)
  })
})

test('NAV-14 paths of the product are known, with or without a slash at the end; others are nowhere', () => {
  for (const path of ['/', '//', '/login', '/login/', '/user/spin'])
    expect(placeOf(path)).toBe('front')
  for (const path of ['/user/nope', '/Login', '/terminated/x'])
    expect(placeOf(path)).toBe('nowhere')
  expect(placeOf('/terminated/')).toBe('terminated')
})

test('the address of the API documents is shown only where there are any', async () => {
  expect(await renderAt('/', 'en')).toContain('href="/docs"')
  expect(await renderAt('/', 'en', '{"features":{"docs":false}}')).not.toContain('href="/docs"')
})
