import { dayMs } from '@kapao/contract/times'
import { request as requests } from '@playwright/test'
import { rewards } from '../apps/console/src/features/rewards/text/en.ts'
import { expectAccessibleInLooks, openDesk, phone, signInAs, words } from './console-desk.ts'
import { passDays } from './console-items.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { makeRich } from './withdrawals.ts'

const { desk } = words

test(
  'SCREEN-23 SCREEN-24 SCREEN-44 SCREEN-08 SCREEN-13 SCREEN-70 SCREEN-87 a bonus is defined, previewed, offered and planned on a phone by keys alone, and a member may take it; a wheel says which ticket is missing',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const extraHTTPHeaders = { 'x-client': 'wallet-user' }
    const request = await requests.newContext({ baseURL: copy.app, extraHTTPHeaders })
    await passDays(copy.databaseUrl)
    const owner = await openDesk(browser, copy, { viewport: phone })
    const { page } = owner
    const { keyboard } = page
    await signInAs(page, 'demo-owner')
    await page.goto('/rewards')
    const seen = page.frameLocator('[data-preview] iframe')
    const link = page.getByRole('link', { name: rewards.addNew.bonus })
    await link.focus()
    await keyboard.press('Enter')
    await page.getByLabel(rewards.code.bonus).focus()
    await keyboard.type('journey')
    await page.getByLabel(words.words.keys['of']!).selectOption('amount')
    await page.getByLabel(`${words.words.keys['BAHT']} (${rewards.edit.optional})`).first().focus()
    await keyboard.type('100')
    await page.getByLabel(rewards.parts['quota']!).focus()
    await keyboard.type('10')
    await expect(page.getByText(rewards.atOnceOff)).toBeVisible()
    await expect(page.getByRole('region', { name: rewards.costs })).toContainText('1,000.00')
    // As the member will find it, before it is saved.
    await expect(seen.locator('dialog[open]')).toContainText('100.00')
    const save = page.getByRole('button', { name: desk.save })
    await save.focus()
    await keyboard.press('Enter')
    const article = page.getByRole('article', { name: 'JOURNEY' })
    await expect(article).toContainText(rewards.states.off)
    const member = await makeRich(request, copy, { baht: 0 })
    const offered = async () => {
      const all = (await member.get('/api/bonus')) as { code: string }[]
      return all.map(({ code }) => code)
    }
    expect(await offered()).not.toContain('JOURNEY')
    const on = page.getByRole('button', { name: rewards.switchOn })
    await expect(article).toContainText(rewards.saving.atOnce)
    await on.focus()
    await keyboard.press('Enter')
    await expect(page.getByText(rewards.nowOn)).toBeVisible()
    await expect(article).toContainText(rewards.taken(0, 10))
    expect(await offered()).toContain('JOURNEY')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(phone.width)

    // Less of it from a time on, which one person may plan, and end.
    await expect(page.getByRole('button', { name: rewards.switchOff })).toBeVisible()
    const { plan } = rewards
    await page.getByLabel(rewards.parts['quota']!).focus()
    await keyboard.press('Control+A')
    await keyboard.type('9')
    await page.getByRole('button', { name: plan.open }).focus()
    await keyboard.press('Enter')
    await page.getByLabel(plan.from).focus()
    const soon = new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10).split('-').toReversed()
    await keyboard.type(`${soon.join('/')} 09:00`)
    await expect(article).toContainText(plan.willBegin)
    await page.getByRole('button', { name: plan.send }).focus()
    await keyboard.press('Enter')
    const plans = page.getByRole('region', { name: plan.title })
    await expect(plans).toContainText(plan.states.waits)
    await expect(article).toContainText(rewards.taken(0, 10))
    await plans.getByRole('button', { name: plan.end }).focus()
    await keyboard.press('Enter')
    await expect(page.getByText(plan.ended)).toBeVisible()
    await expect(plans).toHaveCount(0)

    await page.goto('/rewards?kind=wheel&code=demo')
    const tickets = page.getByLabel(rewards.parts['tickets']!)
    await expect(tickets).toHaveValue('100')
    await expect(page.getByRole('region', { name: rewards.costs })).toContainText('10.0000 %')
    await tickets.focus()
    await keyboard.press('Control+A')
    await keyboard.type('101')
    await expect(page.getByText(rewards.missing(1))).toBeVisible()
    await expect(
      page.getByText(rewards.reasonText('tickets', { form: 'whole', min: 1, max: 2 })),
    ).toBeVisible()
    await page.getByRole('button', { name: rewards.saving.discard }).click()
    await expect(page.getByText(rewards.addsUp)).toBeVisible()

    for (const address of [
      '',
      '?kind=bonus&code=DAILY',
      '?kind=wheel&code=demo',
      '?kind=periods',
    ]) {
      await page.goto(`/rewards${address}`)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectAccessibleInLooks(page, address)
    }
    expect(owner.problems).toEqual([])
    await owner.close()
  },
)
