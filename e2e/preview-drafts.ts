import type { Locator } from '@playwright/test'
import { settings as settingWords } from '../apps/console/src/features/settings/text/en.ts'
import type { PreviewScreen } from '../packages/contract/src/console/preview.ts'
import { languages, type Language } from '../packages/contract/src/limits.ts'
import { words } from './console-desk.ts'

const drafted: Record<Language, string> = {
  th: 'ฉบับร่าง 365',
  la: 'ສະບັບຮ່າງ 365',
  en: 'A draft, 365',
}

/** Into each of its three columns; of a list of banners into the first. */
const inColumns =
  (write: (text: string) => string) =>
  async (form: Locator): Promise<void> => {
    for (const language of languages) {
      const column = form.getByRole('region', { name: words.desk.languages[language] })
      const folded = column.locator('details:not([open]) > summary').first()
      if (await folded.isVisible()) await folded.click()
      await column.getByRole('textbox').last().fill(write(drafted[language]))
    }
  }

const paragraph = inColumns((text) => `<p>${text}</p>`)

const inField = (value: string) => (form: Locator) =>
  form.getByLabel(settingWords.form.value).fill(value)

export type Draft = {
  screen: PreviewScreen
  /** The address of the form, and what is typed there. */
  form: string
  type: (form: Locator) => Promise<void>
  /** What is opened on its screen; no form of settings has a code. */
  code?: string
  /** Members meet what is typed only after this screen. */
  isLater?: true
}

const minuteMs = 60_000

/** The first message of the chat says in which minute it came. */
async function untilNewMinute(): Promise<void> {
  const over = Date.now() % minuteMs
  if (over > minuteMs / 3) await new Promise((resolve) => setTimeout(resolve, minuteMs - over))
}

/** One for each screen that the console can show. */
export const drafts: readonly Draft[] = [
  { screen: 'login', form: 'brand-name', type: inField('Mali 365') },
  { screen: 'contact', form: 'contact-text', type: paragraph },
  {
    screen: 'howto',
    form: 'howto-video-wallet',
    type: inField('https://kapao.example/365.mp4'),
    isLater: true,
  },
  { screen: 'agreement', form: 'agreements', type: paragraph },
  { screen: 'conditions', form: 'conditions', type: paragraph },
  { screen: 'bonus', form: 'notice', type: inColumns((text) => `<p>${text}: %percentFail%</p>`) },
  { screen: 'promotion', form: 'brand-color', type: inField('#3366cc'), code: 'KAPAO2026' },
  { screen: 'wheel', form: 'spin-prizeTurnover', type: inField('7'), isLater: true },
  { screen: 'invite', form: 'invite-banners', type: paragraph },
  { screen: 'refund', form: 'refund-banners', type: paragraph },
  {
    screen: 'deposit',
    form: 'deposit-manual',
    type: async (form) => {
      await form.getByLabel(settingWords.form.value).selectOption('false')
    },
  },
  {
    screen: 'chat',
    form: 'chat-menu',
    type: async (form) => {
      await untilNewMinute()
      // Names another of its answers.
      await form.getByLabel(words.words.keys['welcome']!, { exact: true }).fill('fallback')
    },
  },
]
