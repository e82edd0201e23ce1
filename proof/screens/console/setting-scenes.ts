import type { Page } from '@playwright/test'
import type { rewards } from '../../../apps/console/src/features/rewards/text/en.ts'
import type { settings } from '../../../apps/console/src/features/settings/text/en.ts'
import type { Language } from '../../../packages/contract/src/limits.ts'
import { withoutEmpty } from '../scene.ts'
import type { DeskContext, DeskView } from './scene.ts'

type Packs = { settings: typeof settings; rewards: typeof rewards }

/** The words of the features in the language of the page. */
async function wordsOf(page: Page): Promise<Packs> {
  const language = (await page.evaluate(() => localStorage.getItem('language'))) as Language
  const features = '../../../apps/console/src/features'
  return {
    settings: (await import(`${features}/settings/text/${language}.ts`)).settings,
    rewards: (await import(`${features}/rewards/text/${language}.ts`)).rewards,
  }
}

const preview = ({ page }: Pick<DeskContext, 'page'>) => page.locator('[data-preview]').first()

async function showPreview(stage: DeskContext): Promise<void> {
  const frame = preview(stage).locator('iframe').first()
  await frame.waitFor()
  await frame.contentFrame().locator('#root > *').first().waitFor()
  await preview(stage).evaluate((one) => one.scrollIntoView())
}

/** Another value in the first field of the form. */
async function retype({ page }: DeskContext, value: string): Promise<void> {
  await page.locator('article textarea, article input').first().fill(value)
  await page.locator('article [role=status]').first().waitFor()
  await page.waitForLoadState('networkidle')
}

const setting = (name: string, at: string, open?: DeskView['open']): DeskView => ({
  name: `console setting ${name}`,
  at: () => `/settings/${at}`,
  ...(open && { open }),
})

const reward = (name: string, query: string, open?: DeskView['open']): DeskView => ({
  name: `console reward ${name}`,
  at: () => `/rewards?${query}`,
  ...(open && { open }),
})

/** The settings, rewards and doors of a house, and the guide through its first day. */
export const settingScenes: readonly DeskView[] = [
  { name: 'console settings', at: () => '/settings', states: withoutEmpty },
  setting('amount', 'withdraw-max-BAHT'),
  setting('that waits', 'withdraw-max-BAHT', (stage) => retype(stage, '60000')),
  setting('that is refused', 'withdraw-max-BAHT', (stage) => retype(stage, '-1')),
  setting('history', 'console-passwords', async ({ page }) => {
    const { form } = (await wordsOf(page)).settings
    await page.getByRole('button', { name: form.history }).click()
    await page.locator('article ol').first().waitFor()
  }),
  setting('accounts', 'deposit-accounts', ({ page }) =>
    page.locator('article details').first().locator('summary').click(),
  ),
  setting('languages', 'contact-text', (stage) =>
    retype(stage, '<p>LINE: https://line.me/ti/p/~new</p>'),
  ),
  setting('menu', 'chat-menu'),
  setting('planned', 'notice', async (stage) => {
    await retype(stage, '<p>13–15 April: %percentFail%</p>')
    const { plan } = (await wordsOf(stage.page)).settings
    await stage.page.getByRole('button', { name: plan.open }).click()
    await stage.page.getByLabel(plan.from).fill('01/12/2026 00:00')
    await stage.page.getByLabel(plan.until).fill('32/12')
    await stage.page.getByLabel(plan.from).scrollIntoViewIfNeeded()
    await stage.page.waitForTimeout(600)
  }),
  setting('picture', 'contact-line-qr'),
  setting('store', 'contact-line-qr', async ({ page }) => {
    const { picture } = (await wordsOf(page)).settings
    await page.getByRole('button', { name: picture.store }).click()
    await page.getByRole('dialog').waitFor()
  }),
  setting('picture refused', 'contact-line-qr', async ({ page }) => {
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const file = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('alert').waitFor()
  }),
  setting('preview', 'contact-text', showPreview),
  setting('preview that is silent', 'contact-text', async (stage) => {
    const { page } = stage
    await page.route('**/preview/**', (route) => route.abort())
    await page.reload()
    await preview(stage).getByRole('button').last().waitFor({ timeout: 15_000 })
    await preview(stage).evaluate((one) => one.scrollIntoView())
    await page.waitForTimeout(5_500)
  }),
  { name: 'console rewards', at: () => '/rewards', states: withoutEmpty },
  reward('bonus', 'kind=bonus&code=DAILY'),
  reward('new bonus', 'kind=bonus', async ({ page }) => {
    const words = (await wordsOf(page)).rewards
    await page.getByLabel(words.code.bonus).fill('SONGKRAN')
    await page.waitForTimeout(800)
  }),
  reward('wheel', 'kind=wheel&code=demo'),
  reward('wheel that misses a ticket', 'kind=wheel&code=demo', async ({ page }) => {
    const words = (await wordsOf(page)).rewards
    const tickets = page.getByLabel(words.parts['tickets']!)
    await tickets.fill('101')
    await tickets.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    await page.waitForTimeout(800)
  }),
  reward('wheel preview', 'kind=wheel&code=demo', showPreview),
  reward('periods', 'kind=periods'),
  { name: 'console guide', at: () => '/guide', states: withoutEmpty },
  { name: 'console doors', at: () => '/doors', states: withoutEmpty },
]
