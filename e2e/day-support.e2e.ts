import { chatText } from '../apps/web/src/features/chat/text/th.ts'
import { defineBonus } from './bonuses.ts'
import { linesOf, openChat, write } from './chat-page.ts'
import { words } from './console-desk.ts'
import { openDeskAs, memberIdOf } from './desk-people.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { makeRich } from './withdrawals.ts'

const { inbox, members, codes, people } = words

test(
  'HOUSE-92 HOUSE-33 HOUSE-56 HOUSE-70 HOUSE-74 HOUSE-75 HOUSE-88 support’s day: a guest is put beside a member, answered in their language, handed over, blocked and let in again',
  { tag: '@long-2' },
  async ({ page: customer, browser, copy, request }) => {
    test.setTimeout(120_000)
    await defineBonus(copy, { code: 'DAY-SUPPORT', html: 'วันนี้' })
    const known = await makeRich(request, copy, { baht: 200 })
    await known.get('/api/bonus/activate/DAY-SUPPORT')
    await openChat(customer)
    await write(customer, 'คุยกับเจ้าหน้าที่')
    await write(customer, 'ຂ້ອຍບໍ່ໄດ້ຮັບໂບນັດ')
    await expect(linesOf(customer).filter({ hasText: 'ຂ້ອຍບໍ່' }).locator('time')).toBeVisible()
    const as = { name: 'day-support', roles: ['support'] } as const
    const { page, problems, close } = await openDeskAs({ browser, copy }, as)

    await test.step('the first screen is the chat', async () => {
      await page.goto('/')
      await page.waitForURL(/\/chat\//)
      await page.goto('/chat/all')
      await page.getByRole('link').filter({ hasText: 'ຂ້ອຍບໍ່' }).click()
      await expect(page.getByRole('log', { name: inbox.guest })).toContainText('ຂ້ອຍບໍ່')
    })

    await test.step('beside the member whom the guest names stand the bonus and that nobody has verified it', async () => {
      await page.getByLabel(inbox.claim.phone).fill(known.phone)
      await page.getByRole('button', { name: inbox.claim.find }).click()
      const beside = page.getByRole('complementary', { name: inbox.member })
      await expect(beside).toContainText(inbox.claim.unproven)
      for (const fact of ['reached', 'target', 'endAmount'] as const)
        await expect(beside).toContainText(codes.facts[fact])
    })

    await test.step('an answer is in the language of the customer', async () => {
      await page.getByRole('button', { name: inbox.canned }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel(inbox.language)).toHaveValue('la')
      await dialog.getByRole('button').filter({ hasText: /bonus/ }).first().click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByLabel(inbox.answer)).toHaveValue(/[\u0E80-\u0EFF]/)
    })

    await test.step('it is handed to a role', async () => {
      const choice = page.getByLabel(inbox.assign)
      await choice.selectOption({ label: inbox.toRole(people.roles.risk) })
      await page.getByRole('button', { name: inbox.assignTo }).click()
      await expect(page.getByRole('button', { name: inbox.assignTo })).toHaveCount(0)
      await page.reload()
      await expect(choice.locator('option:checked')).toHaveText(inbox.toRole(people.roles.risk))
    })

    await test.step('an abusive guest is blocked, and let in again in the same place', async () => {
      await page.getByRole('button', { name: inbox.block }).click()
      await expect(page.getByText(inbox.blockedUntil).first()).toBeVisible()
      await write(customer, 'ຄຳຫຍາບ')
      const refused = linesOf(customer).filter({ hasText: 'ຄຳຫຍາບ' })
      await expect(refused).toContainText(chatText.delivery.failed)
      const log = page.getByRole('log', { name: inbox.guest })
      await expect(log).not.toContainText('ຄຳຫຍາບ')
      await page.getByRole('button', { name: inbox.unblock }).click()
      await expect(page.getByText(inbox.blockedBefore(1))).toBeVisible()
      await expect(page.getByText(inbox.blockedUntil)).toHaveCount(0)
      await write(customer, 'ຂໍໂທດ')
      await expect(log).toContainText('ຂໍໂທດ')
    })
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'HOUSE-92 HOUSE-39 HOUSE-73 HOUSE-85 HOUSE-87 support’s day: members are there before anything is typed, found by a Thai name, and their day is read at a glance',
  { tag: '@long-2' },
  async ({ browser, copy, request }) => {
    const member = await makeRich(request, copy, { baht: 1_000, inGames: { pgslot: 100 } })
    const { phone } = member
    for (const amount of [50, 20, 10])
      await member.post('/api/wallet/transfer', { from: 'wallet', to: 'pgslot', amount })
    const memberId = await memberIdOf(copy, phone)
    const as = { name: 'day-support-2', roles: ['support'] } as const
    const { page, problems, close } = await openDeskAs({ browser, copy }, as)
    await page.goto('/members')
    const newest = page.getByRole('list', { name: members.lists.newest }).getByRole('link')
    await expect(newest.first()).toHaveAttribute('href', `/members/${memberId}`)
    await page.getByRole('searchbox').fill('นก ใจดี')
    await expect(
      page.getByRole('link').filter({ hasText: members.found.similar }).first(),
    ).toBeVisible()
    await page.goto(`/members/${memberId}`)
    const line = page.getByRole('region', { name: members.timeline })
    await expect(line.getByRole('button', { name: members.transfers(4) })).toBeVisible()
    await expect(line).toContainText(/\u2212\s?180\.00/)
    await line.getByRole('button', { name: members.transfers(4) }).click()
    await expect(line).toContainText(/\u2212\s?50\.00/)
    await expect(line.getByText(/\d\d\/\d\d\/\d{4}.\d\d:\d\d:\d\d/).first()).toBeVisible()
    expect(problems).toEqual([])
    await close()
  },
)
