import { languages, type Language } from '@kapao/contract/limits'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { I18nProvider, startI18n, type I18n } from '#core/i18n.tsx'
import { parseSettings, type Settings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { paths, type AppPath } from '#shared/paths.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { App } from './app/app.tsx'
import { MemberPart } from './app/member-part.tsx'
import { createScreens } from './app/screens.ts'
import { PublicShell } from './app/shell/public-shell.tsx'
import { RegisterPicture } from './features/register/register-picture.tsx'

/** A placeholder for the operator's name, which the server fills in. */
export const brandPlace = 'Brand-Name-Of-The-Operator'

/** Shown by search engines below the title, and nowhere else, so it is in no catalog. */
export const descriptions: Record<Language, string> = {
  th: 'กระเป๋าเงินของสมาชิก: ฝาก โยก ถอน และเข้าเล่นเกมได้ในที่เดียว ดูยอดเงินได้ตลอดเวลา',
  la: 'ກະເປົາເງິນຂອງສະມາຊິກ: ຝາກ ຍ້າຍ ຖອນ ແລະ ເຂົ້າຫຼິ້ນເກມໃນບ່ອນດຽວ ເບິ່ງຍອດເງິນໄດ້ຕະຫຼອດເວລາ',
  en: 'The member wallet: deposit, transfer, withdraw and play in one place, with your balance always in sight.',
}

type Draw = (i18n: I18n, settings: Settings) => string | Promise<string>

/**
 * Every screen as it looks before any script has run: with its frame and its texts, and with placeholders for its data.
 */
const drawn: Partial<Record<AppPath, Draw>> = {
  [paths.login]: drawLogin,
  [paths.register]: drawRegister,
  [paths.howto]: drawPublic,
  [paths.contact]: drawPublic,
  [paths.home]: memberDraw(paths.home),
  [paths.profile]: memberDraw(paths.profile),
  [paths.bonus]: memberDraw(paths.bonus),
  [paths.statement]: memberDraw(paths.statement),
  [paths.userContact]: memberDraw(paths.userContact),
  [paths.spin]: memberDraw(paths.spin),
}

/** Pages by address and language. `visit` sets the address that the screens are drawn for. */
export async function drawPages(
  visit: (path: string) => void,
): Promise<Record<string, Record<Language, string>>> {
  const settings = { ...parseSettings('{}'), brand: { name: brandPlace } }
  const pages: Record<string, Record<Language, string>> = {}
  for (const [path, draw] of Object.entries(drawn)) {
    visit(path)
    const inAll = {} as Record<Language, string>
    for (const language of languages) {
      const packs = { loadPublicText, loadVisitorText, loadMemberText }
      const i18n = await startI18n(language, packs, { remember: () => {} })
      inAll[language] = await draw(i18n, settings)
    }
    pages[path] = inAll
  }
  return pages
}

/** The exact markup that React finds when it hydrates the login. */
function drawLogin(i18n: I18n, settings: Settings): string {
  return withoutLinks(renderToString(appOf(i18n, settings)))
}

async function drawRegister(i18n: I18n, settings: Settings): Promise<string> {
  await i18n.loadVisitorText()
  const picture = (
    <PublicShell path={paths.register}>
      <RegisterPicture />
    </PublicShell>
  )
  return drawWhole(within(i18n, settings, picture))
}

function drawPublic(i18n: I18n, settings: Settings): Promise<string> {
  return drawWhole(appOf(i18n, settings))
}

function memberDraw(path: AppPath): Draw {
  return async (i18n, settings) => {
    await i18n.loadMemberText()
    return drawWhole(within(i18n, settings, <MemberPart path={path} />))
  }
}

function within(i18n: I18n, settings: Settings, part: ReactNode): ReactNode {
  return (
    <I18nProvider i18n={i18n}>
      <SettingsProvider settings={settings}>{part}</SettingsProvider>
    </I18nProvider>
  )
}

function appOf(i18n: I18n, settings: Settings): ReactNode {
  return <App i18n={i18n} settings={settings} screens={createScreens(i18n)} />
}

/** Includes everything that is loaded lazily, in one piece, so that no script has to move parts into place. */
async function drawWhole(page: ReactNode): Promise<string> {
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  return bare(await new Response(prelude).text())
}

/** A picture is replaced as a whole, so React does not look for its suspense markers. */
function bare(html: string): string {
  return withoutLinks(html).replaceAll(/<!--\/?\$-->/g, '')
}

/** React preloads images by link elements that it does not expect when it hydrates the markup. */
function withoutLinks(html: string): string {
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '')
}
