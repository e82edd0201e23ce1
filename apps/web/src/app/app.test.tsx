import { languages } from '@kapao/contract/limits'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { I18nProvider, startI18n } from '#core/i18n.tsx'
import { parseSettings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { LoginScreen } from '../features/login/login-screen.tsx'
import { KitScreen } from './kit/kit-screen.tsx'
import { NotFoundScreen } from './notice/not-found-screen.tsx'
import { TerminatedScreen } from './notice/terminated-screen.tsx'
import { PublicShell } from './shell/public-shell.tsx'

const packs = { loadPublicText, loadVisitorText, loadMemberText }
const login = (
  <LoginScreen onIntent={() => {}} renderForgotten={() => null} renderEnded={() => null} />
)
const settings = parseSettings('{"brand":{"name":"Gold <Bag>"}}')

// The only browser object that the first render of a screen reads.
beforeAll(() => vi.stubGlobal('location', { pathname: '/login', search: '' }))
afterAll(() => vi.unstubAllGlobals())

async function start(language: (typeof languages)[number]) {
  const i18n = await startI18n(language, packs, { remember: () => {} })
  await i18n.loadVisitorText()
  await i18n.loadMemberText()
  return i18n
}

async function render(screen: React.ReactNode, language: (typeof languages)[number]) {
  return renderToStaticMarkup(
    <I18nProvider i18n={await start(language)}>
      <SettingsProvider settings={settings}>{screen}</SettingsProvider>
    </I18nProvider>,
  )
}

describe.each(languages)('in %s', (language) => {
  test('NF-01 OP-A07 the page of an unknown path shows 404 and Page Not Found, literally', async () => {
    const html = await render(<NotFoundScreen brandName="Kapao" />, language)
    expect(html).toContain('>404<')
    expect(html).toContain('>Page Not Found<')
    expect(html).toContain((await loadVisitorText(language)).notFound.sentence)
  })

  test('OP-B02 the terminated page is one sentence, without a way on', async () => {
    const html = await render(<TerminatedScreen />, language)
    expect(html).toContain((await loadPublicText(language)).terminated.sentence)
    expect(html).not.toMatch(/<a |<button/)
  })

  test('LOGIN-01 LOGIN-04 the login asks for phone and password, and its form posts', async () => {
    const html = await render(login, language)
    expect(html).toContain('Gold &lt;Bag&gt;')
    expect(html).toMatch(/<form[^>]* method="post"/)
    expect(html).toMatch(
      /type="tel"[^>]*autoComplete="username"|autoComplete="username"[^>]*type="tel"/,
    )
    expect(html.match(/type="password"/g)).toHaveLength(1)
    expect(html.match(/type="checkbox"/g)).toHaveLength(1)
    expect(html).not.toContain('checked')
  })

  test.each([paths.login, paths.register, paths.howto, paths.contact])(
    'SHELL-04 OP-A15 SAY-61 at %s three languages are listed, and only the one that is shown is disabled',
    async (path) => {
      const html = await render(<PublicShell path={path}>{login}</PublicShell>, language)
      const options = html.match(/<option[^>]*>/g) ?? []
      expect(options).toHaveLength(3)
      const disabled = options.filter((option) => option.includes('disabled'))
      expect(disabled).toHaveLength(1)
      expect(disabled[0]).toContain(`value="${language}"`)
    },
  )

  test('every part of the kit renders, and none carries a style attribute', async () => {
    const html = renderToStaticMarkup(
      <KitScreen i18n={await start(language)} settings={settings} />,
    )
    expect(html).toContain('1,234,567.50')
    expect(html).not.toMatch(/\sstyle=/)
  })
})
