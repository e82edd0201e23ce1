import type { Page } from '@playwright/test'

export async function slowDown(page: Page, bytesASecond: number): Promise<void> {
  const control = await page.context().newCDPSession(page)
  await control.send('Network.enable')
  await control.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  })
}
