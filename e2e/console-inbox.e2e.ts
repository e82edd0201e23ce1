import type { Browser, Page } from '@playwright/test'
import type { Language } from '@kapao/contract/limits'
import { minuteMs } from '@kapao/contract/times'
import { fields } from '../apps/console/src/ui/fields/text/en.ts'
import { chatText as thai } from '../apps/web/src/features/chat/text/th.ts'
import { fieldOf, linesOf, openChat, panelOf, write } from './chat-page.ts'
import {
  expectAccessibleInLooks,
  openDesk,
  pressAtOnce,
  signInAs,
  slowDown,
  words,
  type Desk,
} from './console-desk.ts'
import { withDb } from './database.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { makePicture, picture } from './picture.ts'
import { expect } from './test.ts'

const { inbox, desk } = words

/** A customer who wants a person, and an operator who has the talk open. */
async function openTalk(
  { customer, browser, copy }: { customer: Page; browser: Browser; copy: OwnCopy },
  said: string,
): Promise<Desk> {
  await openChat(customer)
  await write(customer, 'คุยกับเจ้าหน้าที่')
  await write(customer, said)
  await expect(linesOf(customer).filter({ hasText: said }).locator('time')).toBeVisible()
  const desk = await openDesk(browser, copy)
  await signInAs(desk.page, 'demo-owner')
  await desk.page.goto('/chat/all')
  await desk.page.getByRole('link').filter({ hasText: said }).click()
  await expect(desk.page.getByRole('log')).toContainText(said)
  return desk
}

/** Gives a file to the page as a paste or drop does. */
async function handOver(page: Page, kind: 'paste' | 'drop', name: string, type = 'image/png') {
  const bytes = makePicture(48).toString('base64')
  await page.evaluate(
    ({ kind: how, ...file }) => {
      const raw = Uint8Array.from(atob(file.bytes), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([raw], file.name, { type: file.type }))
      const given = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...given, clipboardData: data })
          : new DragEvent('drop', { ...given, dataTransfer: data }),
      )
    },
    { kind, name, type, bytes },
  )
}

const picturesOf = (page: Page) => linesOf(page).locator('img[src*="/files/"]')

test(
  'DESK-116 a picture is chosen, previewed and sent; one that did not arrive is sent again as the same message; paste and drop work, too',
  { tag: '@long-1' },
  async ({ page: customer, browser, copy }) => {
    const { page, problems, close } = await openTalk({ customer, browser, copy }, 'ขอดูสลิป')
    const preview = page.getByRole('img', { name: inbox.files.preview })
    const send = page.getByRole('button', { name: inbox.send, exact: true })

    await page.locator('input[type=file]').setInputFiles(picture('slip.png'))
    await expect(preview).toBeVisible()
    await page.getByLabel(inbox.answer).fill('ดูในรูปนะคะ')
    await page.context().setOffline(true)
    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: inbox.notSent })).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: inbox.files.again }).click()
    await expect(preview).toHaveCount(0)
    await expect(page.getByLabel(inbox.answer)).toHaveValue('')
    await expect(picturesOf(customer)).toHaveCount(1)
    await expect(linesOf(customer).filter({ hasText: 'ดูในรูปนะคะ' })).toHaveCount(1)
    await expect(page.getByRole('log').getByRole('img', { name: inbox.picture })).toBeVisible()

    for (const [kind, count] of [
      ['paste', 2],
      ['drop', 3],
    ] as const) {
      await handOver(page, kind, `${kind}.png`)
      await expect(preview).toBeVisible()
      await page.getByLabel(inbox.answer).press('Enter')
      await expect(picturesOf(customer)).toHaveCount(count)
      // While one is being sent no other one is accepted.
      await expect(preview).toHaveCount(0)
    }
    // The server checks the content, whatever its name says.
    await page
      .locator('input[type=file]')
      .setInputFiles(picture('markup.png', Buffer.from('<svg onload="alert(1)"/>')))
    await send.click()
    await expect(page.getByRole('alert')).toContainText(words.refusals.FILE_WRONG)
    await page.getByRole('button', { name: inbox.files.remove }).click()
    await handOver(page, 'paste', 'notes.pdf', 'application/pdf')
    await expect(page.getByRole('alert')).toContainText(inbox.files.unsupported)
    await expect(picturesOf(customer)).toHaveCount(3)
    const [sent] = await withDb(copy.databaseUrl, (db) =>
      db.query<{ count: number }>(
        'select count(*)::int as count from chatfiles_file where operator is not null and sent_at is not null',
      ),
    )
    expect(sent!.count).toBe(3)
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'DESK-143 files that come while one is sent wait beside the words, and those that a reload has lost are named',
  { tag: '@long-4' },
  async ({ page: customer, browser, copy }) => {
    const { page, problems, close } = await openTalk({ customer, browser, copy }, 'ขอสองรูป')
    const waiting = page.getByRole('list', { name: inbox.files.preview }).getByRole('listitem')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/console/talks/*/file', async (route) => {
      await held
      await route.continue()
    })
    await page.locator('input[type=file]').setInputFiles(picture('first.png'))
    await page.getByLabel(inbox.answer).press('Enter')
    await expect(waiting.getByRole('progressbar')).toHaveCount(1)
    for (const name of ['second.png', 'third.png']) await handOver(page, 'drop', name)
    await expect(waiting).toHaveCount(3)
    release()
    await expect(waiting).toHaveCount(2)
    // The others had not been reviewed when the first one was sent: they wait for a second press.
    await expect(picturesOf(customer)).toHaveCount(1)
    await expect(waiting.first()).toContainText('second.png')

    await page.reload()
    const lost = page.getByRole('alert').filter({ hasText: 'second.png, third.png' })
    await expect(lost).toBeVisible()
    await expect(waiting).toHaveCount(0)
    await handOver(page, 'paste', 'third.png')
    await expect(page.getByRole('alert')).toContainText('second.png')
    await expect(page.getByRole('alert')).not.toContainText('third.png')
    await handOver(page, 'paste', 'second.png')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByLabel(inbox.answer).fill('ครบแล้วค่ะ')
    await page.getByLabel(inbox.answer).press('Enter')
    await expect(picturesOf(customer)).toHaveCount(3)
    await expect(linesOf(customer).filter({ hasText: 'ครบแล้วค่ะ' })).toHaveCount(1)
    await expect(waiting).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('log')).toContainText('ครบแล้วค่ะ')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(problems).toEqual([])
    await close()
  },
)

test('DESK-147 keys that come faster than a slow machine draws all count in the inbox', async ({
  browser,
  copy,
}) => {
  const talks = ['2222222222A2', '2222222222B2', '2222222222C2', '2222222222D2']
  await withDb(copy.databaseUrl, async (db) => {
    // Longer ago than any other talk, so that these come first among the guests.
    for (const [at, talk] of talks.entries())
      await db.query(
        `insert into chat_conversation (owner, code, state, language, session, last_seq, waiting_since, created_at, last_at)
         values ('guest:' || rpad($1, 22, 'x'), $1, 'waiting', 'th', gen_random_uuid(), 0, $2, $2, $2)`,
        [talk, new Date(Date.parse('2026-01-01') + at * minuteMs)],
      )
  })
  const { page, problems, close } = await openDesk(browser, copy)
  await signInAs(page, 'demo-owner')
  await page.goto(`/chat/all/${talks[0]}`)
  const rows = page.getByRole('list', { name: inbox.boxes.all }).getByRole('link')
  await expect(rows.first()).toBeVisible()
  const addresses = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const [from, by] = [addresses.indexOf(`/chat/all/${talks[0]}`), addresses.length]
  expect(from).toBeGreaterThanOrEqual(0)
  expect(by - from).toBeGreaterThanOrEqual(talks.length)
  await slowDown(page)
  await pressAtOnce(page, ['j', 'j', 'k', 'j', 'j'])
  await page.waitForURL(`**${addresses[from + 3]}`)
  await pressAtOnce(page, ['k', 'k'])
  await page.waitForURL(`**${addresses[from + 1]}`)
  expect(problems).toEqual([])
  await close()
})

test(
  'DESK-118 each side sees that the other one types',
  { tag: '@long-4' },
  async ({ page: customer, browser, copy }) => {
    const { page, problems, close } = await openTalk({ customer, browser, copy }, 'มีใครอยู่ไหม')
    // As long as a sentence takes: what was reported a moment before is not reported again.
    await fieldOf(customer).pressSequentially('ยังรออยู่', { delay: 700 })
    await expect(page.getByRole('status').filter({ hasText: inbox.typing })).toBeVisible()
    await page.getByLabel(inbox.answer).pressSequentially('สวัสดี')
    await expect(panelOf(customer).getByText(thai.typing)).toBeVisible()
    // The sign disappears when typing stops.
    await expect(page.getByRole('status').filter({ hasText: inbox.typing })).toHaveCount(0, {
      timeout: 15_000,
    })
    expect(problems).toEqual([])
    await close()
  },
)

const { facts, edit, saving } = fields
const nameField = (page: Page) => page.getByRole('textbox', { name: words.words.keys['name']! })
const wordsField = (page: Page, language: Language) =>
  page.getByRole('textbox', { name: words.words.keys[language]!, exact: true })
const entriesOf = (page: Page) => page.locator('summary')
const save = (page: Page) => page.getByRole('button', { name: desk.save, exact: true }).click()

async function addAnswer(page: Page, name: string, said: Record<Language, string>): Promise<void> {
  await page.getByRole('button', { name: edit.add, exact: true }).click()
  await nameField(page).fill(name)
  for (const language of ['th', 'la', 'en'] as const)
    await wordsField(page, language).fill(said[language])
}

test(
  'SCREEN-21 from the inbox to the form of canned answers: one is added, a fact inserted, moved, used and removed',
  { tag: '@long-4' },
  async ({ page: customer, browser, copy }) => {
    const { page, problems, close } = await openTalk({ customer, browser, copy }, 'ขอคำตอบ')
    await page.goto('/chat/all')
    await page.getByRole('link', { name: inbox.canned }).click()
    await expect(page).toHaveURL(/\/settings\/chat-canned$/)
    await expect(entriesOf(page).first()).toBeVisible()
    const before = await entriesOf(page).count()

    await addAnswer(page, 'x y', { th: 'สวัสดี คุณ', la: '', en: 'Hello' })
    await expect(page.getByText(saving.problems(2))).toBeVisible()
    await expect(wordsField(page, 'la')).toHaveAttribute('aria-invalid', 'true')
    await nameField(page).fill('e2e-greeting')
    await wordsField(page, 'la').fill('ສະບາຍດີ')
    const thaiWords = wordsField(page, 'th')
    await thaiWords.press('End')
    // Back over two letters, of which one has a vowel below it.
    for (let at = 0; at < 2; at += 1) await thaiWords.press('ArrowLeft')
    await page
      .getByRole('group', { name: `${facts.insert}: ${words.words.keys['th']}` })
      .getByRole('button', { name: facts.names.name })
      .click()
    await expect(thaiWords).toBeFocused()
    await expect(thaiWords).toHaveValue('สวัสดี {name}คุณ')
    await expect(page.getByText('สวัสดี สมชาย ตัวอย่างคุณ')).toBeVisible()
    await expectAccessibleInLooks(page, 'canned answers')
    await page.getByRole('button', { name: `${edit.up}: e2e-greeting` }).click()
    await save(page)
    await expect(page.getByText(saving.saved).first()).toBeVisible()
    await page.reload()
    await expect(entriesOf(page)).toHaveCount(before + 1)
    await expect(entriesOf(page).nth(before - 1)).toHaveText('e2e-greeting')

    await page.goto('/chat/all')
    await page.getByRole('link').filter({ hasText: 'ขอคำตอบ' }).click()
    await page.getByRole('button', { name: inbox.canned }).click()
    await page.getByRole('button', { name: 'e2e-greeting' }).click()
    await expect(page.getByLabel(inbox.answer)).toHaveValue(/^สวัสดี .+คุณ$/)

    await page.getByRole('button', { name: inbox.canned }).click()
    await page.getByRole('link', { name: inbox.editCanned }).click()
    await entriesOf(page).filter({ hasText: 'e2e-greeting' }).click()
    await page.getByRole('button', { name: `${edit.remove}: e2e-greeting` }).click()
    await save(page)
    await expect(page.getByText(saving.saved).first()).toBeVisible()
    await expect(entriesOf(page)).toHaveCount(before)
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'SCREEN-05 SCREEN-32 of two who edit one list the second keeps what they typed over a new sign-in, and joins both',
  { tag: '@long-1' },
  async ({ browser, copy }) => {
    const one = await openDesk(browser, copy)
    const other = await openDesk(browser, copy)
    for (const { page } of [one, other]) {
      await signInAs(page, 'demo-owner')
      await page.goto('/settings/chat-canned')
    }
    await addAnswer(other.page, 'e2e-mine', { th: 'ของฉัน', la: 'ຂອງຂ້ອຍ', en: 'Mine' })
    await addAnswer(one.page, 'e2e-theirs', { th: 'ของเขา', la: 'ຂອງເຂົາ', en: 'Theirs' })
    await save(one.page)
    await expect(one.page.getByText(saving.saved).first()).toBeVisible()

    await save(other.page)
    await expect(other.page.getByRole('alert')).toContainText(saving.moved)
    await other.page.context().clearCookies()
    await other.page.reload()
    await other.page.getByRole('button', { name: 'demo-owner', exact: true }).click()
    await expect(other.page.getByRole('alert')).toContainText(saving.moved)
    await expect(entriesOf(other.page).filter({ hasText: 'e2e-mine' })).toHaveCount(1)
    await other.page.getByRole('button', { name: saving.join }).click()
    await expect(entriesOf(other.page).filter({ hasText: 'e2e-theirs' })).toHaveCount(1)
    await save(other.page)
    await expect(other.page.getByText(saving.saved).first()).toBeVisible()
    await one.page.reload()
    for (const name of ['e2e-mine', 'e2e-theirs'])
      await expect(entriesOf(one.page).filter({ hasText: name })).toHaveCount(1)
    expect([...one.problems, ...other.problems]).toEqual([])
    await one.close()
    await other.close()
  },
)
