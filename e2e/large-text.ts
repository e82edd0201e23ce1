import type { Page } from '@playwright/test'

const usualPx = 16

/** As somebody does in the settings of the browser: whatever is measured in letters grows, breakpoints too. */
export async function enlargeText(page: Page, share = 2): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const size = usualPx * share
  await browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
}
