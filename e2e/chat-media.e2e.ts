import type { Page } from '@playwright/test'
import { chatText as thai } from '../apps/web/src/features/chat/text/th.ts'
import { linesOf, openChat, openPanel, panelOf } from './chat-page.ts'
import { clip } from './clip.ts'
import { makePicture, picture } from './picture.ts'
import { expect, test } from './test.ts'

const chooserOf = (page: Page) => panelOf(page).locator('input[type=file]')
const send = (page: Page) =>
  panelOf(page).getByRole('button', { name: thai.composer.send, exact: true }).click()
const mediaOf = (page: Page) => panelOf(page).locator('li[data-kind=media]')

test(
  'CHAT-10 CHAT-31 CHAT-50 a video is previewed, sent, kept over a reload, and plays',
  { tag: '@long-3' },
  async ({ page, expectAccessible }) => {
    await openChat(page)
    await chooserOf(page).setInputFiles({ name: 'สลิป.mp4', mimeType: 'video/mp4', buffer: clip })
    await expect(panelOf(page).getByText(thai.attachment.ready('สลิป.mp4'))).toBeVisible()
    const tray = panelOf(page).locator('form video')
    await expect
      .poll(() => tray.evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0)
    const upload = page.waitForRequest('**/api/chat/upload-video')
    const message = page.waitForRequest('**/api/chat/send-message')
    await send(page)
    await upload
    expect((await message).postDataJSON().message).toMatchObject({
      message_type: 'media',
      payload: { fileType: 'video', name: 'สลิป.mp4' },
    })
    await expect(mediaOf(page).locator('time')).toBeVisible()
    await page.reload()
    await openPanel(page)
    const shown = mediaOf(page).getByLabel(thai.media.video('สลิป.mp4'))
    await expect(shown).toHaveAttribute('src', /^http:\/\/[^/]+\/files\//)
    await shown.evaluate((video: HTMLVideoElement) => {
      video.muted = true
      return video.play()
    })
    await expect
      .poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.1)
    await expectAccessible()
  },
)

test(
  'CHAT-33 a picture on a slow line shows its progress, and one that is cancelled never arrives',
  { tag: '@long-1' },
  async ({ page, context }) => {
    await openChat(page)
    const chooser = chooserOf(page)
    // Previewed and discarded: nothing was sent.
    await chooser.setInputFiles(picture('ไม่ส่ง.png'))
    await expect(panelOf(page).locator('form img')).toBeVisible()
    await panelOf(page).getByRole('button', { name: thai.attachment.drop }).click()
    await expect(panelOf(page).locator('form img')).toHaveCount(0)
    await expect(mediaOf(page)).toHaveCount(0)

    const line = await context.newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 }
    await line.send('Network.emulateNetworkConditions', slow)
    await chooser.setInputFiles(picture('ยกเลิก.png', makePicture(500)))
    await send(page)
    const bar = mediaOf(page).getByRole('progressbar')
    await expect(bar).toBeVisible()
    await expect(mediaOf(page).getByRole('img')).toBeVisible()
    const shares: number[] = []
    await expect
      .poll(
        async () => {
          const share = Number(await bar.getAttribute('value'))
          if (share !== shares.at(-1)) shares.push(share)
          return shares.length
        },
        { intervals: [100], timeout: 30_000 },
      )
      .toBeGreaterThanOrEqual(3)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('upload-image'))
    await mediaOf(page).getByRole('button', { name: thai.cancel }).click()
    await failed
    await expect(mediaOf(page)).toHaveCount(0)
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })

    await chooser.setInputFiles(picture('ส่ง.png'))
    await send(page)
    await expect(mediaOf(page).locator('time')).toHaveCount(1)
    await page.reload()
    await openPanel(page)
    await expect(mediaOf(page)).toHaveCount(1)
    await expect(
      linesOf(page).getByRole('img', { name: thai.media.picture('ส่ง.png') }),
    ).toHaveCount(1)
  },
)
