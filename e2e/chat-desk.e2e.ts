import type { Locator, Page } from '@playwright/test'
import { notifyTyping } from '../apps/server/src/talk/chat/people.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { chatText as thai } from '../apps/web/src/features/chat/text/th.ts'
import { fieldOf, findTalk, linesOf, openChat, openPanel, panelOf, write } from './chat-page.ts'
import { withDb } from './database.ts'
import { logIn, makeMember } from './member.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'

const { shell } = memberText
const line = (page: Page, words: string) => linesOf(page).filter({ hasText: words })

type TalkState = { readTo: number; messages: { seq: number }[] }

/** How many messages the customer has not read. */
async function countUnread(copy: OwnCopy, talk: string): Promise<number> {
  const shown = JSON.parse(await copy.kapao('talks', talk, '--json')) as TalkState
  return shown.messages.at(-1)!.seq - shown.readTo
}

test(
  'CHAT-35 CHAT-48 two devices of one member show the same talk, each line once, and what one has read the other does not count',
  { tag: '@long-4' },
  async ({ page, browser, request, copy }) => {
    const phone = await makeMember(request, copy.control)
    const other = await browser.newPage({ baseURL: copy.app, locale: 'th-TH' })
    for (const device of [page, other]) await logIn(device, phone)
    await openChat(page, '/user/contact')
    await openChat(other, '/user/contact')
    await write(page, 'คุยกับเจ้าหน้าที่')
    // The greeting contains a button with the same words: the menu's answer shows that the line has arrived.
    await expect(line(other, 'ส่งต่อให้เจ้าหน้าที่แล้ว')).toHaveCount(1)
    await expect(line(other, 'คุยกับเจ้าหน้าที่')).toHaveCount(1)
    await write(other, 'จากอีกเครื่อง')
    await expect(line(page, 'จากอีกเครื่อง')).toHaveCount(1)

    // A message in view for a second counts as read.
    const talk = await findTalk(copy, other)
    await expect.poll(() => countUnread(copy, talk)).toBe(0)

    // A closed panel counts new messages until the other device has read them.
    await panelOf(other).getByRole('button', { name: thai.close }).click()
    await panelOf(page).getByRole('button', { name: thai.close }).click()
    await copy.kapao('talks', 'answer', '--talk', talk, '--text', 'ตอบแล้วนะ')
    for (const device of [page, other])
      await expect(device.getByRole('button', { name: thai.open })).toHaveAccessibleDescription(
        thai.unread(1),
      )
    await openPanel(page)
    await expect(other.getByRole('button', { name: thai.open })).toHaveAccessibleDescription('')
    await openPanel(other)
    const words = (device: Page) => linesOf(device).locator('p, a').allInnerTexts()
    await expect(line(other, 'ตอบแล้วนะ')).toHaveCount(1)
    expect((await words(page)).length).toBe((await words(other)).length)
    for (const said of ['คุยกับเจ้าหน้าที่', 'จากอีกเครื่อง', 'ตอบแล้วนะ'])
      for (const device of [page, other]) await expect(line(device, said)).toHaveCount(1)
    await other.close()
  },
)

test(
  'SAY-17 an answer is counted at the entry for contact on every screen, until it was read',
  { tag: '@long-2' },
  async ({ page, request, copy }) => {
    await logIn(page, await makeMember(request, copy.control))
    await openChat(page, '/user/contact')
    await write(page, 'คุยกับเจ้าหน้าที่')
    await expect(line(page, 'ส่งต่อให้เจ้าหน้าที่แล้ว')).toHaveCount(1)
    const talk = await findTalk(copy, page)
    await expect.poll(() => countUnread(copy, talk)).toBe(0)
    const entry = page
      .getByRole('navigation', { name: shell.menu })
      .getByRole('link', { name: shell.contact })
    for (const path of ['/user/home', '/user/profile', '/user/statement']) {
      await page.goto(path)
      await expect(entry).toHaveAccessibleName(shell.contact)
      await copy.kapao('talks', 'answer', '--talk', talk, '--text', `ตอบแล้ว ${path}`)
      await expect(entry).toHaveAccessibleName(new RegExp(thai.unread(1)))
      // Known from the start after a reload.
      await page.reload()
      await expect(entry).toHaveAccessibleName(new RegExp(thai.unread(1)))
      await openChat(page, '/user/contact')
      await expect(entry).toHaveAccessibleName(shell.contact)
    }
  },
)

test(
  'SAY-72 on a desktop the chat is the right column of the contact page, and covers nothing',
  { tag: '@long-1' },
  async ({ page, request, copy }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await logIn(page, await makeMember(request, copy.control))
    await openChat(page, '/user/contact')
    const boxOf = async (place: Locator) => (await place.boundingBox())!
    const main = page.locator('main')
    const panel = await boxOf(panelOf(page))
    // What the page says, and the language, which can be changed meanwhile.
    const rest = [
      page.locator('header select'),
      main.getByRole('heading').first(),
      main.locator('img').first(),
      page.getByRole('button', { name: thai.begin, exact: true }),
    ]
    for (const [at, place] of rest.entries()) {
      const { x, y, width, height } = await boxOf(place)
      const isBeside = x + width <= panel.x
      const isOutside = isBeside || y + height <= panel.y || y >= panel.y + panel.height
      expect(isOutside, `place ${at}`).toBe(true)
      if (at > 1) expect(isBeside, `place ${at}`).toBe(true)
    }
    // It ends where the page's content ends.
    const end = await main.evaluate((one) => {
      const { right } = one.getBoundingClientRect()
      return right - Number.parseFloat(getComputedStyle(one).paddingRight)
    })
    expect(Math.abs(panel.x + panel.width - end)).toBeLessThanOrEqual(1)
  },
)

test(
  'CHAT-36 the customer sees that an answer is being written and that theirs was read, and people see what the customer has read',
  { tag: '@long-4' },
  async ({ page, copy }) => {
    const answer = 'อ่านแล้วค่ะ'
    let [receivedAt, readAt] = [0, 0]
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes(answer)) receivedAt = Date.now()
      }),
    )
    page.on('request', (asked) => {
      if (receivedAt > 0 && asked.url().includes('/read-customer')) readAt ||= Date.now()
    })
    await openChat(page)
    await write(page, 'คุยกับเจ้าหน้าที่')
    await write(page, 'ได้อ่านหรือยัง')
    await expect(line(page, 'ได้อ่านหรือยัง').locator('time')).toBeVisible()
    await expect(line(page, 'ได้อ่านหรือยัง')).not.toContainText(thai.seen)
    const talk = await findTalk(copy, page)
    const { messages } = JSON.parse(await copy.kapao('talks', talk, '--json')) as TalkState
    const seq = String(messages.at(-1)!.seq)
    await copy.kapao('talks', 'read', '--talk', talk, '--seq', seq)
    await expect(line(page, 'ได้อ่านหรือยัง')).toContainText(thai.seen)

    const owner = await withDb(copy.databaseUrl, async (db) => {
      const [row] = await db.query<{ owner: string }>(
        'select owner from chat_conversation where code = $1',
        [talk],
      )
      await notifyTyping({ db }, row!.owner)
      return row!.owner
    })
    expect(owner).toMatch(/^guest:/)
    await expect(panelOf(page).getByText(thai.typing)).toBeVisible()
    await copy.kapao('talks', 'answer', '--talk', talk, '--text', answer)
    await expect(line(page, answer)).toHaveCount(1)
    await expect(panelOf(page).getByText(thai.typing)).toHaveCount(0)
    await expect.poll(() => readAt).toBeGreaterThan(0)
    // A second after it arrived, and no sooner; both events are seen here with a small delay.
    expect(readAt - receivedAt).toBeGreaterThan(900)
    await expect.poll(() => countUnread(copy, talk)).toBe(0)
  },
)

test('CHAT-05 the field stays above the keyboard of a phone, and so does the newest line', async ({
  page,
}) => {
  await openChat(page)
  for (let n = 1; n <= 6; n += 1) await write(page, `เรื่องที่ ${n}`)
  await expect(line(page, 'เรื่องที่ 6').locator('time')).toBeVisible()
  await expect(linesOf(page)).toHaveCount(13)
  await fieldOf(page).focus()
  const keyboardPx = 300
  // As in Safari: the page keeps its height, and the visible part becomes smaller.
  await page.evaluate((px) => {
    const view = visualViewport!
    Object.defineProperty(view, 'height', { configurable: true, value: innerHeight - px })
    view.dispatchEvent(new Event('resize'))
  }, keyboardPx)
  const seenTo = 740 - keyboardPx
  const bottomOf = async (at: ReturnType<typeof fieldOf>) => {
    const box = (await at.boundingBox())!
    return box.y + box.height
  }
  await expect.poll(() => bottomOf(fieldOf(page))).toBeLessThanOrEqual(seenTo)
  await expect.poll(() => bottomOf(linesOf(page).last())).toBeLessThan(seenTo - 48)
  const head = (await panelOf(page).getByRole('heading', { name: thai.title }).boundingBox())!
  expect(head.y).toBeGreaterThanOrEqual(0)
  await page.evaluate(() => {
    Reflect.deleteProperty(visualViewport!, 'height')
    visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect.poll(() => bottomOf(fieldOf(page))).toBeGreaterThan(seenTo)
})

test('by the keyboard alone: opened, read, answered, closed; and only what is new is announced', async ({
  browser,
  copy,
}) => {
  const viewport = { width: 1280, height: 800 }
  const page = await browser.newPage({
    baseURL: copy.app,
    locale: 'th-TH',
    isMobile: false,
    hasTouch: false,
    viewport,
  })
  await page.goto('/contact')
  const opener = page.getByRole('button', { name: thai.open })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(linesOf(page).first()).toBeVisible()
  const announced = panelOf(page).locator('[aria-live=polite]')
  await expect(announced).toBeEmpty()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const stops = new Set<string | null | undefined>()
  for (let at = 0; at < 12; at += 1) {
    stops.add(await focused())
    await page.keyboard.press('Shift+Tab')
  }
  for (const name of [thai.refresh, thai.close, thai.history]) expect(stops).toContain(name)

  await fieldOf(page).focus()
  await page.keyboard.type('คุยกับเจ้าหน้าที่')
  await page.keyboard.press('Enter')
  await expect(linesOf(page)).toHaveCount(3)
  // The menu's answer is new; the member's own message is not read back.
  await expect(announced).toContainText(thai.from.us)
  await expect(announced).not.toContainText('คุยกับเจ้าหน้าที่')
  await copy.kapao(
    'talks',
    'answer',
    '--talk',
    await findTalk(copy, page),
    '--text',
    'มีอะไรให้ช่วยคะ',
  )
  await expect(announced).toHaveText(`${thai.from.us}: มีอะไรให้ช่วยคะ`)
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  // The same history, read again, is not announced.
  await page.keyboard.press('Enter')
  await expect(linesOf(page).last()).toContainText('มีอะไรให้ช่วยคะ')
  await expect(announced).toBeEmpty()
  await page.close()
})
