import { itemAddress } from '../apps/console/src/shared/work-kind.ts'
import { words } from './console-desk.ts'
import { asOwner, makeItems } from './console-items.ts'
import { withDb } from './database.ts'
import { memberIdOf, openDeskAs } from './desk-people.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'
import { callAs } from './money.ts'
import { makeRich, type Member } from './withdrawals.ts'

const { work, codes, members, people } = words
const why = 'the bank has called'

async function walletOf(member: Pick<Member, 'get'>): Promise<number> {
  return ((await member.get('/api/wallet')) as { wallet: { amount: number } }).wallet.amount
}

/** Two members of one name who took one bonus. */
function addLinked({ databaseUrl }: OwnCopy, one: string, other: string): Promise<string> {
  return asOwner(databaseUrl, (db) =>
    db.begin(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      const [row] = await tx.query<{ id: string }>(
        `insert into items_item (kind, key, member_id, other_id, words, evidence, holds, since)
         values ('bonus.linked', 'day-risk', $1, $2, 'Two linked members took the same bonus.', '{"same": "name"}', '{rewards}', now())
         returning id::text`,
        [one, other],
      )
      return row!.id
    }),
  )
}

test(
  'HOUSE-93 HOUSE-32 HOUSE-34 HOUSE-53 HOUSE-97 risk’s day: what was credited or paid is taken back from where one sees it, and suspicions show both members',
  { tag: '@long-4' },
  async ({ browser, copy, request }) => {
    test.setTimeout(120_000)
    const payee = await makeRich(request, copy, { baht: 3_000 })
    const other = await makeRich(request, copy, { baht: 500 })
    const [payeeId, otherId] = [
      await memberIdOf(copy, payee.phone),
      await memberIdOf(copy, other.phone),
    ]
    const made = await makeItems(copy.databaseUrl, payee.phone, async (make, id) => ({
      credited: await make.credited(id, 41_175n),
      payout: await make.payout(id),
      idle: await make.suspicion(id, []),
    }))
    const paid = ['--decision', 'paid', '--payout', 'DAY-1', '--why', 'it is on their list']
    await copy.kapao('work', 'decide', 'payout', made.payout, ...paid)
    const linked = await addLinked(copy, payeeId, otherId)
    const as = { name: 'day-risk', roles: ['risk'] } as const
    const { page, problems, close } = await openDeskAs({ browser, copy }, as)
    const item = page.getByRole('article')
    const decided = page.getByRole('region', { name: work.decidedHead })
    const member = await callAs(request, payee.phone)
    const before = await walletOf(member)

    await test.step('a payout that came back, from its ended item', async () => {
      await page.goto(itemAddress('payout', { kind: 'payout', id: made.payout }))
      await expect(decided).toContainText(work.decided.paid)
      await item.getByRole('button', { name: work.decisions.bounced }).first().click()
      await item.getByLabel(work.fields.why).fill(why)
      await page.keyboard.press('Enter')
      await expect(page.getByText(work.decided.bounced).first()).toBeVisible()
      await expect.poll(() => walletOf(member)).toBe(before + 500)
    })

    await test.step('a credit that was wrong, from the time-line', async () => {
      await page.goto(`/members/${payeeId}`)
      const line = page.getByRole('region', { name: members.timeline })
      const row = line.locator(
        `a[href="${itemAddress('deposit', { kind: 'deposit', id: made.credited })}"]`,
      )
      await row.click()
      await item.getByRole('button', { name: work.decisions.takeback }).first().click()
      const reason = item.getByLabel(work.fields.reason)
      await expect(
        reason.getByRole('option', { name: work.rejections.IDENTITY_CHECK }),
      ).toHaveCount(0)
      await reason.selectOption({ label: work.takeBacks.gone })
      await item.getByLabel(work.fields.why).fill(why)
      await page.keyboard.press('Enter')
      await expect(page.getByText(work.decided.takeback).first()).toBeVisible()
      await expect.poll(() => walletOf(member)).toBe(before + 500 - 411.75)
    })

    await test.step('of two namesakes each has what they put in, played and took', async () => {
      await page.goto(itemAddress('suspicion', { kind: 'suspicion', id: linked }))
      const histories = item.getByRole('heading', { name: codes.panels.history })
      await expect(histories).toHaveCount(2)
      for (const id of [payeeId, otherId])
        await expect(item.locator(`a[href="/members/${id}"]`)).not.toHaveCount(0)
      await expect(item.getByRole('button', { name: work.decisions.deny })).toBeVisible()
    })

    await test.step('what holds nothing is closed, and neither allowed nor withheld', async () => {
      await page.goto(itemAddress('suspicion', { kind: 'suspicion', id: made.idle }))
      await expect(item.getByRole('button', { name: work.decisions.close })).toBeVisible()
      for (const name of ['allow', 'deny'] as const)
        await expect(item.getByRole('button', { name: work.decisions[name] })).toHaveCount(0)
    })
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'HOUSE-93 HOUSE-41 HOUSE-72 risk’s day: a bank account is changed as the page says, and the trail finds it by operator and by member',
  { tag: '@long-4' },
  async ({ browser, copy, request }) => {
    const { phone } = await makeRich(request, copy, { baht: 500, inGames: { pgslot: 100 } })
    const memberId = await memberIdOf(copy, phone)
    const as = { name: 'day-risk-2', roles: ['risk'] } as const
    const { page, problems, close } = await openDeskAs({ browser, copy }, as)
    await page.goto(`/members/${memberId}`)
    await page.getByRole('button', { name: members.changeBank }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(members.changeBankNote)
    await dialog.getByLabel(members.bankCode).fill('SCB')
    await dialog.getByLabel(members.account).fill('4445556667')
    await dialog.getByLabel(members.accountName).fill('NOK JAIDEE')
    await dialog.getByLabel(members.why).fill(why)
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: members.changeBank }).click()
    await expect(page.getByText(members.done).first()).toBeVisible()
    const [now] = await withDb(copy.databaseUrl, (db) =>
      db.query(
        `select bank_code as bank, bank_account_no as account, bank_account_name as name,
           (select count(*)::int from review_act r where r.member_id = m.id and r.action = 'account.changeBank') as "toReview"
         from account_member m where m.id = $1`,
        [memberId],
      ),
    )
    expect(now).toEqual({ bank: 'SCB', account: '4445556667', name: 'NOK JAIDEE', toReview: 1 })

    await page.goto('/audit')
    const rows = page.getByRole('list', { name: people.audit }).getByRole('button')
    await expect(rows.first()).toBeVisible()
    await expect(rows.filter({ hasText: words.words.actions['transfers.begin'] })).toHaveCount(0)
    const find = async (who: string, subject: string): Promise<void> => {
      await page.getByLabel(people.who, { exact: true }).fill(who)
      await page.getByLabel(people.subject).fill(subject)
      await page.getByRole('button', { name: people.filter }).click()
    }
    await find(as.name, memberId)
    await expect(rows.filter({ hasText: why })).toHaveCount(1)
    await find('demo-owner', memberId)
    await expect(page.getByText(people.auditEmpty)).toBeVisible()
    await find(as.name, memberId)
    await expect(rows.filter({ hasText: why })).toHaveCount(1)
    await find(as.name, 'AAAA-AAAA-AAAA')
    await expect(page.getByText(people.auditEmpty)).toBeVisible()
    expect(problems).toEqual([])
    await close()
  },
)
