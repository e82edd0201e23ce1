import type { Page } from '@playwright/test'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { languages } from '../packages/contract/src/limits.ts'
import { textsOf } from '../proof/screens/texts.ts'
import { memberPlaces, visitorPlaces, walk } from './every-screen.ts'
import { enlargeText, findUnfit } from './large-text.ts'
import { borrowMember, logIn } from './member.ts'
import { expect, test } from './test.ts'
import { makeRich } from './withdrawals.ts'

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ timeout: 180_000 })

async function begin(page: Page, language: string): Promise<void> {
  await enlargeText(page)
  await page.addInitScript((chosen) => {
    localStorage.setItem('locale', chosen)
    localStorage.setItem('remember-agreement', 'true')
  }, language)
}

for (const language of sampled('large text', 1, languages))
  test(
    `REACH-47 with text twice as large at 320 px nothing is cut off and nothing overflows sideways: ${language}`,
    { tag: '@long-4' },
    async ({ page, request, control, databaseUrl }) => {
      const unfit: Record<string, string[]> = {}
      const look = async ({ name }: { name: string }): Promise<void> => {
        const found = await findUnfit(page)
        if (found.length > 0) unfit[name] = found
      }
      const rich = { baht: 18_025, inGames: { pgslot: 2_000 } }
      const { phone } = await makeRich(request, { control, databaseUrl }, rich)
      await begin(page, language)
      await walk(page, { places: visitorPlaces, language }, look)
      expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px')
      await logIn(page, phone)
      await walk(page, { places: memberPlaces, language }, look)
      expect(unfit).toEqual({})
    },
  )

test(
  'REACH-47 what the chat says while it catches up is not cut off either: th',
  { tag: '@long-3' },
  async ({ page, request, control, context }) => {
    await logIn(page, await borrowMember(request, control))
    await begin(page, 'th')
    const texts = await textsOf('th')
    await page.goto('/user/contact')
    await page.getByRole('button', { name: texts.chat.open, exact: true }).click()
    const chat = page.locator('dialog[open]')
    await expect(chat.getByText(texts.chat.status.up)).toBeVisible()
    const line = await context.newCDPSession(page)
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 3_000,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await chat.getByRole('button', { name: texts.chat.refresh }).click()
    await expect(chat.getByText(texts.chat.status.catchingUp)).toBeVisible()
    expect(await findUnfit(page)).toEqual([])
  },
)
