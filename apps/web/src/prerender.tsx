import { languages, type Language } from '@kapao/contract/limits'
import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nProvider, startI18n, type I18n } from '#core/i18n.tsx'
import { parseSettings, type Settings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { App } from './app/app.tsx'
import { MemberPart } from './app/member-part.tsx'
import { createScreens } from './app/screens.ts'
import { Waiting } from './app/shell/waiting.tsx'

/** Stands for the operator's name until the server, which knows it, sends the page. */
export const brandPlace = 'Brand-Name-Of-The-Operator'

/** What a search engine shows below the name; nobody else reads it, so it is in no catalogue. */
export const descriptions: Record<Language, string> = {
  th: 'กระเป๋าเงินของสมาชิก: ฝาก โอน ถอน และเข้าเล่นเกมได้ในที่เดียว ดูยอดเงินได้ตลอดเวลา',
  la: 'ກະເປົາເງິນຂອງສະມາຊິກ: ຝາກ ໂອນ ຖອນ ແລະ ເຂົ້າຫຼິ້ນເກມໃນບ່ອນດຽວ ເບິ່ງຍອດເງິນໄດ້ຕະຫຼອດເວລາ',
  en: 'The member wallet: deposit, transfer, withdraw and play in one place, with your balance always in sight.',
}

export type Shells = Record<'login' | 'home', Record<Language, string>>

/**
 * The login and the frame of home as they look before any script has run, in every language. `visit` sets the address
 * that the screens are drawn for.
 */
export async function renderShells(visit: (path: string) => void): Promise<Shells> {
  const settings = { ...parseSettings('{}'), brand: { name: brandPlace } }
  const login = {} as Record<Language, string>
  const home = {} as Record<Language, string>
  for (const language of languages) {
    const packs = { loadPublicText, loadVisitorText, loadMemberText }
    const i18n = await startI18n(language, packs, () => {})
    visit('/login')
    login[language] = renderLogin(i18n, settings)
    await i18n.loadMemberText()
    visit('/user/home')
    home[language] = renderHome(i18n, settings)
  }
  return { login, home }
}

function renderLogin(i18n: I18n, settings: Settings): string {
  const html = renderToString(<App i18n={i18n} settings={settings} screens={createScreens(i18n)} />)
  // React asks for pictures ahead, with a link that it does not look for when it takes the markup over.
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '')
}

function renderHome(i18n: I18n, settings: Settings): string {
  return renderToString(
    <I18nProvider i18n={i18n}>
      <SettingsProvider settings={settings}>
        <Suspense fallback={<Waiting />}>
          <MemberPart path="/user/home" />
        </Suspense>
      </SettingsProvider>
    </I18nProvider>,
  )
}
