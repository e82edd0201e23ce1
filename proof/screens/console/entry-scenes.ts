import { addAuthenticator } from '../../../e2e/console-desk.ts'
import type { DeskAnswers, DeskView, DeskContext } from './scene.ts'

const until = '2026-11-27T12:00:00.000Z'
const kept = { name: 'kai', code: '7KQ2-M4XW-9PZA-3F6H', until }

/** Somebody who has made a key before, and comes back. */
const waiting = (name: string, state: 'asked' | 'added' | 'over'): DeskView => ({
  name: `console join ${name}`,
  at: () => '/join',
  isVisitor: true,
  answers: { 'POST /api/console/join/read': { state } },
  open: async ({ page }) => {
    await page.evaluate((join) => localStorage.setItem('join', join), JSON.stringify(kept))
    await page.reload()
    await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor()
    await page.evaluate(() => localStorage.removeItem('join'))
  },
})

async function join({ page, text }: DeskContext, name: string): Promise<void> {
  await addAuthenticator(page)
  await page.getByLabel(text.ways.joinName).fill(name)
  await page.getByRole('button', { name: text.ways.joinMake }).click()
}

const codes = Array.from({ length: 10 }, (_, at) => `7KQ${at}-M4XW-9PZA-3F6H`)
const spare = (recoveryCodes: number): DeskAnswers => ({
  'GET /api/console/own/notices': { notices: [], passkeys: 1, recoveryCodes },
})

export const entryScenes: readonly DeskView[] = [
  { name: 'console join', at: () => '/join', isVisitor: true },
  {
    name: 'console join refused',
    at: () => '/join',
    isVisitor: true,
    open: (stage) => join(stage, '1!'),
  },
  {
    name: 'console join code',
    at: () => '/join',
    isVisitor: true,
    open: async (stage) => {
      await join(stage, 'Kai')
      await stage.page.getByLabel(stage.text.ways.joinCode).waitFor()
      await stage.page.evaluate(() => localStorage.removeItem('join'))
    },
  },
  waiting('asked', 'asked'),
  waiting('added', 'added'),
  waiting('over', 'over'),
  { name: 'console recover', at: () => '/recover', isVisitor: true },
  {
    name: 'console recover refused',
    at: () => '/recover',
    isVisitor: true,
    open: async ({ page, text }) => {
      await page.getByLabel(text.ways.recoverCode).fill('abcd-efgh')
      await page.getByRole('button', { name: text.ways.recover }).click()
      await page.getByText(text.refusals.RECOVERY_CODE_WRONG).waitFor()
    },
  },
  { name: 'console account without codes', at: () => '/me', answers: spare(0) },
  { name: 'console account with few codes', at: () => '/me', answers: spare(2) },
  {
    name: 'console recovery codes',
    at: () => '/me',
    answers: { ...spare(10), 'POST /api/console/own/recovery': { codes } },
    open: ({ page, text }) => page.getByRole('button', { name: text.ways.codesAgain }).click(),
  },
]
