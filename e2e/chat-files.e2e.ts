import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chatText as thai } from '../apps/web/src/features/chat/text/th.ts'
import { environment } from '../tools/start/environment.ts'
import { linesOf, openChat, panelOf } from './chat-page.ts'
import { picture } from './picture.ts'
import { expect, test } from './test.ts'

const mb = 1024 * 1024

test('CHAT-10 CHAT-31 CHAT-32 CHAT-33 CHAT-50 a picture is previewed, sent, and shown from storage', async ({
  page,
}) => {
  await openChat(page)
  const chooser = panelOf(page).locator('input[type=file]')
  await chooser.setInputFiles(picture('โต๊ะ.png'))
  await expect(panelOf(page).getByText(thai.attachment.ready('โต๊ะ.png'))).toBeVisible()
  await expect(linesOf(page)).toHaveCount(1)
  const upload = page.waitForRequest('**/api/chat/upload-image')
  const message = page.waitForRequest('**/api/chat/send-message')
  await panelOf(page).getByRole('button', { name: thai.composer.send, exact: true }).click()
  expect((await upload).headers()['content-type']).toMatch(/^multipart\/form-data/)
  const sent = (await message).postDataJSON().message
  expect(sent).toMatchObject({
    message_type: 'media',
    payload: { fileType: 'image', name: 'โต๊ะ.png', filePath: expect.stringMatching(/./) },
    deliver: { status: 'sending' },
  })
  const line = panelOf(page).locator('li[data-kind=media]')
  await expect(line.locator('time')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: thai.open }).click()
  const shown = line.getByRole('img', { name: thai.media.picture('โต๊ะ.png') })
  await expect(shown).toHaveAttribute('src', /^http:\/\/[^/]+\/files\//)
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test(
  'RUN-62 a picture that is no longer stored is reported as lost, in its place',
  { tag: '@long-3' },
  async ({ page }) => {
    await openChat(page)
    await panelOf(page).locator('input[type=file]').setInputFiles(picture('หาย.png'))
    await panelOf(page).getByRole('button', { name: thai.composer.send, exact: true }).click()
    const line = panelOf(page).locator('li[data-kind=media]')
    await expect(line.locator('time')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: thai.open }).click()
    const shown = line.getByRole('img', { name: thai.media.picture('หาย.png') })
    await expect(shown).toHaveAttribute('src', /^http:\/\/[^/]+\/files\//)
    const address = (await shown.getAttribute('src'))!
    const [folder, file] = new URL(address).pathname.split('/').slice(2)
    await rm(join(environment['E2E_DATA_DIR']!, 'uploads', folder!, file!))
    await page.reload()
    await page.getByRole('button', { name: thai.open }).click()
    await expect(line.getByText(thai.media.lost)).toBeVisible()
  },
)

test('CHAT-23 CHAT-24 a picture that failed to send is sent again, or discarded', async ({
  page,
  context,
}) => {
  await openChat(page)
  const chooser = panelOf(page).locator('input[type=file]')
  const line = (name: string) =>
    panelOf(page).locator('li[data-kind=media]').filter({ hasText: name })
  await context.setOffline(true)
  for (const name of ['หนึ่ง.png', 'สอง.png']) {
    await chooser.setInputFiles(picture(name))
    await panelOf(page).getByRole('button', { name: thai.composer.send, exact: true }).click()
  }
  const failed = panelOf(page).locator('li[data-status=failed]')
  await expect(failed).toHaveCount(2)
  await expect(line('').first()).toContainText(thai.delivery.failed)
  await failed.last().getByRole('button', { name: thai.remove }).click()
  await expect(failed).toHaveCount(1)
  await context.setOffline(false)
  await failed.getByRole('button', { name: thai.again }).click()
  await expect(failed).toHaveCount(0)
  await expect(panelOf(page).locator('li[data-kind=media] time')).toHaveCount(1)
})

test(
  'CHAT-28 CHAT-29 CHAT-30 OP-B19 a file that cannot be sent is refused at once, and nothing is sent',
  { tag: '@long-4' },
  async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/chat/upload')) sent.push(request.url())
    })
    await openChat(page)
    const chooser = panelOf(page).locator('input[type=file]')
    const refusal = panelOf(page).getByRole('alert')
    const refused = [
      ['a.pdf', 'application/pdf', 1, thai.attachment.unsupported],
      ['photo', 'image/png', 1, thai.attachment.unsupported],
      ['a.png', 'image/png', 10 * mb + 1, thai.attachment.tooLarge(10)],
      ['a.mp4', 'video/mp4', 20 * mb + 1, thai.attachment.tooLarge(20)],
    ] as const
    for (const [name, mimeType, size, words] of refused) {
      await chooser.setInputFiles({ name, mimeType, buffer: Buffer.alloc(size) })
      await expect(refusal).toHaveText(words)
    }
    expect(sent).toEqual([])
  },
)

test('CHAT-28 a file that is no picture is refused in plain words, and can be discarded', async ({
  page,
}) => {
  await openChat(page)
  const buffer = Buffer.from('not a picture at all')
  const file = { name: 'a.png', mimeType: 'image/png', buffer }
  await panelOf(page).locator('input[type=file]').setInputFiles(file)
  await panelOf(page).getByRole('button', { name: thai.composer.send, exact: true }).click()
  const failed = panelOf(page).locator('li[data-status=failed]')
  await expect(failed).toContainText(`${thai.delivery.failed}: ${thai.attachment.unsupported}`)
  await expect(failed).toContainText(thai.media.unseen)
  await failed.getByRole('button', { name: thai.remove }).click()
  await expect(failed).toHaveCount(0)
})

test('CHAT-25 OP-B20 a message has at most two thousand characters, and they are counted', async ({
  page,
}) => {
  await openChat(page)
  const field = panelOf(page).getByLabel(thai.composer.label)
  await expect(field).toHaveAttribute('maxlength', '2000')
  await field.fill('ก'.repeat(1_999))
  await field.press('End')
  await page.keyboard.insertText('ขค')
  await expect(panelOf(page).getByText(thai.composer.counter(2_000, 2_000))).toBeVisible()
  await expect(field).toHaveValue(`${'ก'.repeat(1_999)}ข`)
})
