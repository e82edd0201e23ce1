import type { Frame, Locator, Page } from '@playwright/test'
import { openMemberAccounts } from '../apps/server/src/entry/registration/member-accounts.ts'
import { accountBook } from '../apps/server/src/ledger/accounts.ts'
import { insertMember } from '../apps/server/src/records/account/store.ts'
import type { PreviewScreen } from '../packages/contract/src/console/preview.ts'
import type { Language } from '../packages/contract/src/limits.ts'
import type { Wallet } from '../packages/contract/src/wallet.ts'
import { textsOf } from '../proof/screens/texts.ts'
import { withDb } from './database.ts'
import { expect } from './test.ts'

type Registration = { databaseUrl: string; wallet: Wallet; language: Language; like: string }

/** Registers whom a frame has shown, with the password of the member `like`; resolves with their phone. */
export async function registerShown(registration: Registration): Promise<string> {
  const { databaseUrl, wallet, language, like } = registration
  const { profile, bankAccount, currency } = wallet
  const { _id: id, username, name } = profile
  await withDb(databaseUrl, (db) =>
    db.begin(async (tx) => {
      const [known] = await tx.query<{ hash: string }>(
        'select password_hash as hash from account_member where username = $1',
        [like],
      )
      await insertMember(tx, {
        id,
        phone: username.replace(/^0/, '+66'),
        username,
        name,
        passwordHash: known!.hash,
        currency,
        bankCode: bankAccount.bank.code,
        bankAccountName: bankAccount.bankAccountName,
        bankAccountNo: bankAccount.bankAccountNo,
        sourceCode: null,
        invitedBy: null,
        language,
        createdAt: new Date(profile.createdAt),
      })
      await openMemberAccounts(accountBook(db), tx, { memberId: id, currency })
    }),
  )
  return username
}

const addressOf: Partial<Record<PreviewScreen, string>> = {
  login: '/login',
  contact: '/contact',
  howto: '/howto',
  bonus: '/user/bonus',
  promotion: '/user/bonus',
  wheel: '/user/spin',
  chat: '/user/contact',
}

/** For those who have not logged in; opening it logs out. */
export function isPublic(screen: PreviewScreen): boolean {
  return addressOf[screen]?.startsWith('/user') === false
}

type Opening = { screen: PreviewScreen; language: Language; code?: string }

/** Opens a screen as a member does, who has touched the page before. */
export async function openAsMember(
  page: Page,
  { screen, language, code = '' }: Opening,
): Promise<void> {
  const { member, chat, bonus } = await textsOf(language)
  // Where the button is and not where it was scrolled to: what lies behind a sheet is the same.
  const press = (name: string) =>
    page.getByRole('button', { name, exact: true }).first().dispatchEvent('click')
  await page.goto(addressOf[screen] ?? '/user/home')
  await page.getByRole('heading', { level: 1 }).tap()
  if (screen === 'conditions') await press(member.shell.conditions)
  else if (screen === 'invite' || screen === 'refund' || screen === 'deposit')
    await press(member.home.shortcuts[screen])
  else if (screen === 'chat') await press(chat.begin)
  else if (screen === 'bonus') await page.locator('main button[data-state]').first().tap()
  else if (screen === 'promotion') {
    await page.locator('input[name=promotion]').fill(code)
    await page.getByRole('button', { name: bonus.promotion.search, exact: true }).tap()
  }
  if (screen !== 'wheel' && !isPublic(screen)) await page.locator('dialog[open]').waitFor()
  if (screen === 'chat') await page.getByText(chat.status.up).waitFor()
}

/** Drawn as a whole: what was drawn in parts is smoothed otherwise where the parts meet. */
async function drawAnew(frame: Frame): Promise<void> {
  await frame.evaluate(async () => {
    const { style } = document.documentElement
    const drawn = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    style.visibility = 'hidden'
    await drawn()
    style.visibility = ''
    await drawn()
  })
}

/** A picture of what does not change any more. */
export async function pictureOf(place: Page | Locator, frame: Frame): Promise<Buffer> {
  let picture: Buffer = Buffer.alloc(0)
  await expect(async () => {
    await expect(frame.locator('[aria-busy=true]:visible')).toHaveCount(0)
    const before = picture
    await drawAnew(frame)
    picture = await place.screenshot({ animations: 'disabled' })
    expect(picture.equals(before), 'it is still being drawn').toBe(true)
  }).toPass({ timeout: 20_000, intervals: [200] })
  return picture
}

/** How many pixels are not the same, in any of their colors; all of them where the sizes differ. */
export async function countDifferent(page: Page, one: Buffer, other: Buffer): Promise<number> {
  if (one.equals(other)) return 0
  const pictures = [one, other].map((picture) => picture.toString('base64'))
  return page.evaluate(async (given) => {
    const [first, second] = await Promise.all(
      given.map(async (text) => {
        const bytes = Uint8Array.from(atob(text), (sign) => sign.codePointAt(0)!)
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        canvas.drawImage(bitmap, 0, 0)
        const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height)
        return { width: bitmap.width, pixels: new Uint32Array(data.buffer) }
      }),
    )
    if (first!.width !== second!.width) return first!.pixels.length
    return first!.pixels.filter((pixel, place) => pixel !== second!.pixels[place]).length
  }, pictures)
}
