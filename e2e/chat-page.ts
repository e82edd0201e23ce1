import type { Page } from '@playwright/test'
import type { ChatMessage } from '../packages/contract/src/chat.ts'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { systemIds } from '../apps/server/src/core/ids.ts'
import { replyTo } from '../apps/server/src/talk/chat/people.ts'
import { chatText as thai } from '../apps/web/src/features/chat/text/th.ts'
import { withDb } from './database.ts'
import type { OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'

export function panelOf(page: Page) {
  return page.locator('dialog#chat-panel')
}

export function linesOf(page: Page) {
  return panelOf(page).locator('ol > li[data-kind]')
}

export function fieldOf(page: Page) {
  return panelOf(page).getByLabel(thai.composer.label)
}

/** Opens the contact page's chat and waits until its history is loaded. */
export async function openChat(page: Page, path = '/contact'): Promise<void> {
  await page.goto(path)
  await openPanel(page)
}

export async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: thai.open }).click()
  await expect(linesOf(page).first()).toBeVisible()
  await expect(panelOf(page).getByText(thai.status.up)).toBeVisible()
}

export async function write(page: Page, words: string): Promise<void> {
  await fieldOf(page).fill(words)
  await fieldOf(page).press('Enter')
}

/**
 * The code of the most recently used conversation. A page shows what was just said in it before it is stored, and until
 * then the most recent one is somebody else's.
 */
export async function findTalk(
  { databaseUrl }: Pick<OwnCopy, 'databaseUrl'>,
  saidIn: Page | null = null,
): Promise<string> {
  if (saidIn) {
    const own = linesOf(saidIn).filter({ hasText: thai.from.you })
    await expect(own.last().locator('time')).toBeVisible()
  }
  return withDb(databaseUrl, async (db) => {
    const [latest] = await db.query<{ code: string }>(
      'select code from chat_conversation order by last_at desc limit 1',
    )
    return latest!.code
  })
}

/** Sends an operator's message of any kind; at the desk they write words, and the menu has the others. */
export function reply(
  { databaseUrl }: Pick<OwnCopy, 'databaseUrl'>,
  code: string,
  message: object,
): Promise<unknown> {
  const by = { actor: 'operator:nok', requestId: 'e2e' } as const
  return withDb(databaseUrl, (db) =>
    replyTo({ db, clock: systemClock, ids: systemIds }, { code, ...by }, message as ChatMessage),
  )
}

const address = 'https://kapao.example/help'
const buttons = [
  { title: 'เปิดเว็บ', type: 'web', payload: address },
  { title: 'โทรหาเรา', type: 'call', payload: '021234567' },
  { title: 'ขอสลิป', type: 'postback', payload: 'SLIP_PLEASE' },
  { title: 'อื่น ๆ', type: 'say' },
]
const card = (title: string, image: string) => ({
  image_url: image,
  title,
  subtitle: 'รับโบนัส 10 %',
  buttons: buttons.slice(0, 1),
})

/** One message of each kind that an operator sends; files have their own tests. */
export const kinds = {
  text: { message_type: 'text', payload: { message: `อ่านที่ ${address} นะ` } },
  buttons: { message_type: 'buttons', payload: { message: 'เลือกได้เลย', buttons } },
  generic: {
    message_type: 'generic',
    payloads: ['หนึ่ง', 'สอง', 'สาม'].map((title) => card(title, '/games/pg.svg')),
  },
  quick_replies: {
    message_type: 'quick_replies',
    payload: { message: 'มีอะไรอีกไหม', buttons: [{ title: 'ไม่มี', type: 'text' }] },
  },
} as const
