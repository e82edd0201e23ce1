import type { Page } from '@playwright/test'
import { clip } from '../../../e2e/clip.ts'
import { findTalk, kinds, reply } from '../../../e2e/chat-page.ts'
import { picture } from '../../../e2e/picture.ts'
import type { ScreenView, ScreenContext } from '../scene.ts'
import { dialogIn, press } from './taps.ts'

/** High enough that no line has to be scrolled to. */
const tall = 2_900
/** From here on the panel is a window of its own height. */
const wide = 768
const document = { fileType: 'file', filePath: '', url: 'https://kapao.example/terms.pdf' }

/** A line of each kind that a conversation can hold. */
async function sayEverything({ page, texts, cast }: ScreenContext): Promise<void> {
  await press(page, texts.chat.open)
  const panel = dialogIn(page)
  const { width } = page.viewportSize()!
  if (width < wide) await page.setViewportSize({ width, height: tall })
  const { copy } = cast
  const talk = await findTalk(copy)
  for (const message of [kinds.text, kinds.buttons, kinds.generic]) await reply(copy, talk, message)
  const choice = panel.locator('li[data-kind=buttons]').last()
  await choice.waitFor()
  const send = async (count: number): Promise<void> => {
    await press(panel, texts.chat.composer.send)
    await panel.locator('li[data-kind=media] time').nth(count).waitFor()
  }
  const chooser = panel.locator('input[type=file]')
  const before = await panel.locator('li[data-kind=media] time').count()
  await chooser.setInputFiles(picture('slip.png'))
  await panel.locator('form img').waitFor()
  await send(before)
  await chooser.setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: clip })
  await panel.locator('form video').waitFor()
  await send(before + 1)
  const file = { message_type: 'media', payload: { ...document, name: 'terms.pdf' } }
  await reply(copy, talk, file)
  const postbacks = panel.locator('li[data-kind=postback]')
  const known = await postbacks.count()
  for (const more of [0, 1]) {
    await choice.getByRole('button').first().click()
    await postbacks.nth(known + more).waitFor()
  }
  await showUnknown(page)
  await panel.locator('textarea').fill('https://kapao.example 081-234-5678')
  await press(panel, texts.chat.composer.send)
  await reply(copy, talk, kinds.quick_replies)
  await panel.locator('li[data-kind=quick_replies] button').first().waitFor()
  await press(panel, texts.chat.refresh)
  await panel.getByText(texts.chat.unknown).first().waitFor()
}

/** One line becomes one of a kind that this page has not learnt yet, as a newer server would send it. */
async function showUnknown(page: Page): Promise<void> {
  await page.route('**/api/chat/history', async (route) => {
    const text = await (await route.fetch()).text()
    await route.fulfill({
      contentType: 'application/json',
      body: text.replace('"message_type":"postback"', '"message_type":"hologram"'),
    })
  })
}

export const chatScenes: readonly ScreenView[] = [
  { name: 'chat, every kind of line', who: 'rich', at: '/user/contact', open: sayEverything },
]
