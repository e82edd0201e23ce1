import type { Page } from '@playwright/test'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { chatText } from '../apps/web/src/features/chat/text/th.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { borrowMember, logIn } from './member.ts'
import { expect, test } from './test.ts'

/** Opens an address as an external link would, and again by the reload button. */
async function openTwice(page: Page, path: string, isThere: () => Promise<void>): Promise<void> {
  await page.goto(path)
  await isThere()
  await page.reload()
  await isThere()
  expect(new URL(page.url()).pathname).toBe(path)
}

test('NAV-02 NAV-03 NAV-04 NAV-05 LOGIN-03 every public place has its own address, which outlives a reload', async ({
  page,
}) => {
  const headings = {
    '/register': visitorText.register.title,
    '/howto': visitorText.howto.title,
    '/contact': visitorText.contact.title,
  }
  for (const [path, name] of Object.entries(headings))
    await openTwice(page, path, () =>
      expect(page.getByRole('heading', { name, level: 1 })).toBeVisible(),
    )
  await openTwice(page, '/login', () =>
    expect(page.getByRole('button', { name: publicText.login.submit })).toBeVisible(),
  )
  await page.locator('main').getByRole('link', { name: publicText.menu.register }).click()
  await expect(page).toHaveURL(/\/register$/)
})

test('NAV-07 NAV-08 NAV-09 NAV-10 NAV-11 NAV-12 every member place has one too, and none opens without a login', async ({
  page,
  request,
  control,
}) => {
  const paths = ['home', 'profile', 'bonus', 'statement', 'contact', 'spin'].map(
    (name) => `/user/${name}`,
  )
  for (const path of paths) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
  await logIn(page, await borrowMember(request, control))
  await expect(page).toHaveURL(/\/user\/home$/)
  for (const path of paths)
    await openTwice(page, path, async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).not.toHaveURL(/\/login$/)
    })
})

test('NAV-05 NAV-11 SHELL-13 CONTACT-08 REACH-56 one contact screen: at the top for visitors, below the bar for members', async ({
  page,
  request,
  control,
}) => {
  const title = page.getByRole('heading', { name: visitorText.contact.title, level: 1 })
  const topOf = async () => (await title.boundingBox())!.y
  const chat = page.locator('main').getByRole('button', { name: chatText.open })
  await page.goto('/contact')
  await expect(chat).toBeVisible()
  const visitorTop = await topOf()
  await expect(page.getByRole('banner')).toHaveCount(0)
  // Also in words on the card, and not only in the corner.
  const words = page.locator('main').getByRole('button', { name: chatText.begin })
  await words.click()
  const talk = page.getByRole('dialog', { name: chatText.title })
  await expect(talk).toBeVisible()
  await page.keyboard.press('Escape')
  // Closing goes back in the history, and would cut off a navigation that begins meanwhile.
  await expect(talk).toHaveCount(0)

  await logIn(page, await borrowMember(request, control))
  await page.goto('/user/contact')
  await expect(chat).toBeVisible()
  const bar = (await page.getByRole('banner').boundingBox())!
  expect(await topOf()).toBeGreaterThanOrEqual(bar.y + bar.height)
  expect(await topOf()).toBeGreaterThan(visitorTop)
})

test(
  'SCOPE-03 there are visitors and members only: no place and no call for any other role',
  { tag: '@long-3' },
  async ({ page, request, control }) => {
    const expectNothing = async (): Promise<void> => {
      for (const path of ['/admin', '/operator', '/user/admin', '/user/operator', '/dashboard']) {
        await page.goto(path)
        await expect(page.getByText('404'), path).toBeVisible()
      }
    }
    await expectNothing()
    await logIn(page, await borrowMember(request, control))
    await expectNothing()

    // Each call is for everyone, for members, or for a guest of the chat.
    type Operation = { security: Record<string, unknown>[] }
    const api = (await (await request.get('/openapi.json')).json()) as {
      paths: Record<string, Record<string, Operation>>
    }
    const operations = Object.values(api.paths).flatMap((path) => Object.values(path))
    expect(operations.length).toBeGreaterThanOrEqual(68)
    const roles = new Set(
      operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one))),
    )
    expect([...roles].toSorted()).toEqual(['bearer', 'guest'])
    expect(Object.keys(api.paths).filter((path) => /admin|operator|staff/.test(path))).toEqual([])
  },
)
