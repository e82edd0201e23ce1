import { findChildren } from '../tools/testing/process-tree.ts'
import { chatText as thai } from '../apps/web/src/features/chat/text/th.ts'
import {
  fieldOf,
  findTalk,
  kinds,
  linesOf,
  openChat,
  openPanel,
  panelOf,
  reply,
  write,
} from './chat-page.ts'
import { logIn, makeMember, overhangOf } from './member.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'

test(
  'CHAT-01 CHAT-02 CHAT-03 CHAT-04 CHAT-05 CONTACT-05 a visitor finds the chat on the contact page in place of the link',
  { tag: '@long-2' },
  async ({ page, expectAccessible }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/contact')
    await expect(page.getByRole('button', { name: thai.invite })).toBeVisible()
    await expect(page.locator('main a[target=_blank]')).toHaveCount(0)
    const moved = await page.evaluateHandle(() => {
      const names = new Set<string>()
      addEventListener('animationstart', ({ target, animationName }) => {
        if (target instanceof Element && target.id === 'chat-panel') names.add(animationName)
      })
      return names
    })
    const countMoves = () => moved.evaluate((names) => names.size)
    await page.getByRole('button', { name: thai.open }).click()
    await expect(panelOf(page).getByRole('heading', { name: thai.title })).toBeVisible()
    await expect(panelOf(page).getByRole('button', { name: thai.refresh })).toBeVisible()
    await expect(panelOf(page).getByRole('region', { name: thai.history })).toBeVisible()
    // On a phone, focusing the field would open the keyboard over the messages.
    await expect(panelOf(page).getByRole('heading', { name: thai.title })).toBeFocused()
    await expectAccessible()
    // The same button closes it, and so do the keyboard and the phone's back button.
    await page.locator('button[aria-expanded]').click()
    await expect(panelOf(page)).toHaveCount(0)
    // One step into the history, and one out.
    expect(await countMoves()).toBe(2)
    await page.locator('button[aria-expanded]').click()
    await page.keyboard.press('Escape')
    await expect(panelOf(page)).toHaveCount(0)
    await page.locator('button[aria-expanded]').click()
    await expect(panelOf(page)).toBeVisible()
    await page.goBack()
    await expect(panelOf(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/contact$/)
  },
)

test(
  'SCOPE-07 SCOPE-14 CHAT-21 CHAT-22 CHAT-34 CHAT-37 CHAT-45 CHAT-49 STORE-06 a guest writes, an operator answers from a terminal, and a reload loses nothing',
  { tag: '@long-3' },
  async ({ page, copy }) => {
    const frames: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => frames.push(String(payload))),
    )
    await openChat(page)
    const guestId = await page.evaluate(() => localStorage.getItem('guest-id'))
    expect(guestId?.length).toBeGreaterThan(20)
    expect(frames.filter((frame) => frame.includes('"join"'))).toEqual([
      `42["join","chat-${guestId}"]`,
    ])

    await fieldOf(page).fill('ถึงเจ้าหน้าที่')
    for (const key of ['Shift+Enter', 'Control+Enter', 'Alt+Enter', 'Meta+Enter'])
      await fieldOf(page).press(key)
    await expect(linesOf(page)).toHaveCount(1)
    await fieldOf(page).fill('   ')
    await fieldOf(page).press('Enter')
    await expect(linesOf(page)).toHaveCount(1)
    const sent = page.waitForRequest('**/api/chat/send-message')
    await write(page, 'ขอคุยกับเจ้าหน้าที่')
    expect((await sent).postDataJSON()).toMatchObject({ guestId, userId: null, deviceToken: '' })
    await expect(linesOf(page).filter({ hasText: 'ขอคุยกับเจ้าหน้าที่' })).toHaveCount(1)

    const talk = await findTalk(copy, page)
    await copy.kapao('talks', 'answer', '--talk', talk, '--text', 'สวัสดี ยินดีช่วย')
    await expect(linesOf(page).last()).toContainText('สวัสดี ยินดีช่วย')
    await page.reload()
    await openPanel(page)
    await expect(linesOf(page).last()).toContainText('สวัสดี ยินดีช่วย')
    await expect(linesOf(page).filter({ hasText: 'ขอคุยกับเจ้าหน้าที่' })).toHaveCount(1)
    expect(await page.evaluate(() => localStorage.getItem('guest-id'))).toBe(guestId)
  },
)

test(
  'CHAT-08 CHAT-09 CHAT-11 CHAT-12 CHAT-13 CHAT-15 CHAT-16 CHAT-17 CHAT-18 CHAT-35 every kind of message is shown and does what it says',
  { tag: '@long-2' },
  async ({ page, copy, expectAccessible }) => {
    await openChat(page)
    await write(page, 'คุยกับเจ้าหน้าที่')
    const talk = await findTalk(copy, page)
    for (const message of Object.values(kinds)) await reply(copy, talk, message)
    const line = (kind: string) => panelOf(page).locator(`li[data-kind="${kind}"]`).last()
    await expect(line('quick_replies')).toContainText('มีอะไรอีกไหม')

    const link = line('text').getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://kapao.example/help')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const choice = line('buttons')
    await expect(choice.getByRole('link', { name: 'เปิดเว็บ' })).toHaveAttribute(
      'href',
      'https://kapao.example/help',
    )
    await expect(choice.getByRole('link', { name: 'โทรหาเรา' })).toHaveAttribute(
      'href',
      'tel:021234567',
    )
    await expect(line('generic').getByRole('listitem')).toHaveCount(3)
    await expect(line('generic').locator('img').first()).toHaveJSProperty('complete', true)
    await expectAccessible()
    expect(await overhangOf(page)).toBe(0)

    // Quick replies are offered on the last line only.
    const quick = panelOf(page).getByRole('button', { name: 'ไม่มี' })
    await expect(quick).toBeVisible()
    const asked = page.waitForRequest('**/api/chat/send-message')
    await choice.getByRole('button', { name: 'ขอสลิป' }).click()
    expect((await asked).postDataJSON().message).toMatchObject({
      message_type: 'postback',
      payload: { title: 'ขอสลิป', message: 'SLIP_PLEASE' },
    })
    await expect(line('postback')).toContainText('ขอสลิป')
    await expect(quick).toHaveCount(0)
    const said = page.waitForRequest('**/api/chat/send-message')
    await choice.getByRole('button', { name: 'อื่น ๆ' }).click()
    expect((await said).postDataJSON().message).toMatchObject({
      message_type: 'text',
      payload: { message: 'อื่น ๆ' },
    })
  },
)

test(
  'CHAT-06 CHAT-07 CHAT-19 CHAT-43 CHAT-44 a long history can be read back to its beginning, and a reader there is notified of new messages',
  { tag: '@long-2' },
  async ({ page, copy }) => {
    await openChat(page)
    await write(page, 'คุยกับเจ้าหน้าที่')
    const talk = await findTalk(copy, page)
    await copy.kapao('talks', 'close', '--talk', talk, '--reason', 'solved')
    for (let n = 1; n <= 14; n += 1) await write(page, `เรื่องที่ ${n}`)
    await expect(panelOf(page).getByText('เรื่องที่ 14')).toBeVisible()
    await expect(panelOf(page).getByText(thai.today, { exact: true })).toHaveCount(1)
    await expect(panelOf(page).getByText(thai.end, { exact: true })).toHaveCount(1)

    await page.reload()
    await openPanel(page)
    await expect(linesOf(page).filter({ hasText: 'เรื่องที่ 1' })).not.toHaveCount(0)
    const scroll = panelOf(page).getByRole('region', { name: thai.history })
    await expect(async () => {
      await scroll.evaluate((element) => element.scrollTo({ top: 0 }))
      await expect(panelOf(page).getByRole('button', { name: thai.older })).toHaveCount(0, {
        timeout: 500,
      })
    }).toPass()
    await expect(linesOf(page).filter({ hasText: 'คุยกับเจ้าหน้าที่' }).first()).toBeAttached()

    await scroll.evaluate((element) => element.scrollTo({ top: 0 }))
    await copy.kapao('talks', 'answer', '--talk', talk, '--text', 'ข้างล่างนี้')
    const prompt = panelOf(page).getByRole('button', { name: /ด้านล่าง/ })
    await prompt.click()
    await expect(linesOf(page).last()).toBeInViewport()
    await expect(prompt).toHaveCount(0)
    await copy.kapao('talks', 'answer', '--talk', talk, '--text', 'อ่านอยู่แล้ว')
    await expect(linesOf(page).last()).toContainText('อ่านอยู่แล้ว')
    await expect(linesOf(page).last()).toBeInViewport()
    await expect(prompt).toHaveCount(0)

    const count = await linesOf(page).count()
    const read = page.waitForRequest('**/api/chat/history')
    await panelOf(page).getByRole('button', { name: thai.refresh }).click()
    expect((await read).postDataJSON()).toMatchObject({ limit: 10, skip: 0 })
    await expect(linesOf(page)).toHaveCount(count)
  },
)

test(
  'CHAT-38 after a server crash the connection is restored, missed messages are read, and waiting ones are sent once',
  { tag: '@long-1' },
  async ({ page, copy }) => {
    const joins: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"join"')) joins.push(String(payload))
      }),
    )
    await openChat(page)
    await write(page, 'คุยกับเจ้าหน้าที่')
    const talk = await findTalk(copy, page)
    const before = joins.length
    const children = await findChildren(copy.pid)
    const server = children.find(({ command }) => command.includes('apps/server/src/main.ts'))
    process.kill(server!.pid, 'SIGKILL')
    await write(page, 'ส่งตอนเซิร์ฟเวอร์ล่ม')
    await copy.kapao('talks', 'answer', '--talk', talk, '--text', 'ตอบตอนเซิร์ฟเวอร์ล่ม')
    await expect(panelOf(page).getByText(thai.status.up)).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => joins.length).toBeGreaterThan(before)
    await expect(linesOf(page).filter({ hasText: 'ตอบตอนเซิร์ฟเวอร์ล่ม' })).toHaveCount(1)
    await expect(linesOf(page).filter({ hasText: 'ส่งตอนเซิร์ฟเวอร์ล่ม' })).toHaveCount(1)
    await expect(panelOf(page).getByText(thai.delivery.waiting)).toHaveCount(0, { timeout: 30_000 })
    const shown = JSON.parse(await copy.kapao('talks', talk, '--json')) as {
      messages: { message: { payload: { message: string } } }[]
    }
    const sent = shown.messages.filter(
      ({ message }) => message.payload.message === 'ส่งตอนเซิร์ฟเวอร์ล่ม',
    )
    expect(sent).toHaveLength(1)
  },
)

test(
  'without a connection a message waits, outlives a reload, and is sent automatically',
  { tag: '@long-3' },
  async ({ page, context }) => {
    await openChat(page)
    await context.setOffline(true)
    await write(page, 'เขียนตอนไม่มีสัญญาณ')
    await expect(panelOf(page).getByText(thai.delivery.waiting)).toBeVisible()
    await expect(panelOf(page).getByText(thai.status.offline)).toBeVisible()
    await context.setOffline(false)
    await page.reload()
    await openPanel(page)
    const line = linesOf(page).filter({ hasText: 'เขียนตอนไม่มีสัญญาณ' })
    await expect(line).toHaveCount(1)
    await expect(line.locator('time')).toBeVisible()
  },
)

test(
  'CHAT-47 CHAT-49 OP-B22 SCOPE-14 a member chats under their own name, and chat and connection end with the page',
  { tag: '@long-1' },
  async ({ page, request, copy }) => {
    const phone = await makeMember(request, copy.control)
    await logIn(page, phone)
    const lines: { isClosed: () => boolean }[] = []
    page.on('websocket', (socket) => lines.push(socket))
    await openChat(page, '/user/contact')
    const sent = page.waitForRequest('**/api/chat/send-message')
    await write(page, 'เงินของฉันอยู่ไหน')
    expect((await sent).postDataJSON()).toMatchObject({
      userId: expect.stringMatching(/\w/),
      guestId: null,
      username: phone,
      name: 'Nok',
    })
    await expect(linesOf(page)).toHaveCount(3)
    await panelOf(page).getByRole('button', { name: thai.close }).click()
    const open = () => lines.filter((line) => !line.isClosed()).length
    // The page's own connection stays, whatever is shown.
    const before = open()
    expect(before).toBeGreaterThan(1)
    await page.locator('nav a[href="/user/profile"]').click()
    await expect.poll(open).toBe(before - 1)
    const button = page.getByRole('button', { name: thai.open })
    for (const path of ['/user/profile', '/user/home', '/howto', '/register']) {
      await page.goto(path)
      await expect(page.locator('main')).not.toBeEmpty()
      await expect(button).toHaveCount(0)
    }
  },
)

test(
  'CHAT-39 OP-B21 without an address no connection is opened, and the answer is read after sending',
  { tag: '@long-1' },
  async ({ page, copy }) => {
    await copy.kapao('settings', 'set', 'chat.address', '--text', 'none')
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await page.goto('/contact')
    await page.getByRole('button', { name: thai.open }).click()
    await expect(linesOf(page)).toHaveCount(1)
    await write(page, 'เงินของฉันอยู่ไหน')
    await expect(linesOf(page)).toHaveCount(3)
    expect(sockets).toEqual([])
    await copy.kapao('settings', 'set', 'chat.address', '--text', '/')
  },
)
