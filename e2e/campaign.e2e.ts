import { request as requests, type Locator, type Page } from '@playwright/test'
import { itemAddress } from '../apps/console/src/shared/work-kind.ts'
import { settings as settingWords } from '../apps/console/src/features/settings/text/en.ts'
import { preview } from '../apps/console/src/ui/preview/text/en.ts'
import { settings as names } from '../apps/console/src/text/en/words/settings.ts'
import { refundText } from '../apps/web/src/features/refund/text/th.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { dialogOf, press } from './bonuses.ts'
import { asOwner } from './console-items.ts'
import { words, type Desk } from './console-desk.ts'
import { decideByKeys } from './desk-keys.ts'
import { openDeskAs } from './desk-people.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { picture } from './picture.ts'
import { expect } from './test.ts'
import { close, enter, makeRich, type Member } from './withdrawals.ts'

const { form, saving, plan } = settingWords
const { desk } = words
const old = 'คืน 5%'
const fresh = 'สงกรานต์ คืน 10%'
const banner = 'วันสงกรานต์'

/** The newest plan; its times are what a day would make of them. */
async function shiftPlan({ databaseUrl }: OwnCopy, side: 'begins_at' | 'ends_at'): Promise<void> {
  const [before, after] = side === 'begins_at' ? ['waits', 'begun'] : ['begun', 'ended']
  await asOwner(databaseUrl, async (db) => {
    const newest = `(select max(id) from settings_plan)`
    const late = side === 'begins_at' ? '' : `, begins_at = now() - interval '2 seconds'`
    await db.query(
      `update settings_plan set ${side} = now() - interval '1 second'${late} where id = ${newest} and state = $1`,
      [before],
    )
    const state = () =>
      db.query<{ state: string }>(`select state from settings_plan where id = ${newest}`)
    await expect.poll(async () => (await state())[0]!.state, { timeout: 15_000 }).toBe(after)
  })
}

async function draft({ page }: Desk): Promise<void> {
  await page.goto('/settings/refund-rate')
  await page.getByLabel(form.value).fill('10')
  await page.goto('/settings/refund-info')
  for (const [language, text] of [
    ['th', `<p>สงกรานต์ คืน %rate%%</p>`],
    ['la', `<p>ປີໃໝ່ ຄືນ %rate%%</p>`],
    ['en', `<p>Songkran: %rate%% back</p>`],
  ] as const) {
    await page.getByRole('tab', { name: desk.languages[language] }).click()
    await page.getByRole('tabpanel').getByRole('textbox').fill(text)
  }
  await page.goto('/settings/refund-banners')
  await page.getByRole('tab', { name: desk.languages.th }).click()
  const panel = page.getByRole('tabpanel')
  await panel.locator('details').first().locator('summary').click()
  const shown = panel.getByRole('img').first()
  const before = await shown.getAttribute('src')
  await panel.locator('input[type=file]').first().setInputFiles(picture('songkran.png'))
  await expect(shown).not.toHaveAttribute('src', before!)
  await panel.getByRole('textbox').first().fill(`<p>${banner}</p>`)
}

/** Looked at, previewed, and asked for with its times. */
async function ask({ page }: Desk): Promise<void> {
  for (const name of [names['refund.rate'], names['refund.info']])
    await page.getByText(name, { exact: true }).last().click()
  await page.getByRole('button', { name: plan.open }).click()
  await page.getByLabel(plan.from).fill('13/04/2027 00:00')
  await page.getByLabel(plan.until).fill('16/04/2027 00:00')
  await page.reload()
  await expect(page.getByLabel(plan.until)).toHaveValue('16/04/2027 00:00')
  await expect(page.getByText(/This will wait for a second approval/)).toContainText('dao')
  const frame = page.frameLocator('[data-preview] iframe')
  await page.getByRole('region', { name: preview.title }).getByText(desk.languages.th).click()
  await expect(frame.getByText(banner)).toBeVisible()
  await page.getByRole('button', { name: saving.ask }).click()
  await expect(page.getByText(/^Waiting for a second approval from/).first()).toBeVisible()
}

async function openRefund(page: Page): Promise<Locator> {
  await press(page, homeText.shortcuts.refund)
  return dialogOf(page, refundText.title)
}

/** A member opens it: the banner first, then the text with the rate. */
async function expectOpened(page: Page, isFresh: boolean): Promise<Locator> {
  const sheet = await openRefund(page)
  const goOn = sheet.getByRole('button', { name: refundText.banners.goOn })
  await expect(goOn).toBeVisible()
  await expect(sheet.getByText(banner)).toHaveCount(isFresh ? 1 : 0)
  await goOn.click()
  await expect(sheet).toContainText(isFresh ? fresh : old)
  return sheet
}

/** What every call of a member says of the set, until it is told to stop. */
function watchSet(member: Member): { stop: () => Promise<Set<string>> } {
  let isOver = false
  const seen = new Set<string>()
  const reading = (async () => {
    while (!isOver) {
      const { info } = (await member.get('/api/refund/check')) as { info: string }
      seen.add(info.replaceAll(/<[^>]*>/g, '').slice(0, fresh.length))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  return { stop: () => ((isOver = true), reading.then(() => seen)) }
}

test(
  'SCREEN-25 SCREEN-60 SCREEN-35 SCREEN-59 a campaign of a banner, a text and a rate goes from its draft through look, preview, second yes and plan to a phone within five seconds, whole, and back again; an open sheet stays as it is',
  { tag: '@long-1' },
  async ({ browser, page, copy }) => {
    const extraHTTPHeaders = { 'x-client': 'wallet-user' }
    const request = await requests.newContext({ baseURL: copy.app, extraHTTPHeaders })
    const marketing = await openDeskAs({ browser, copy }, { name: 'mali', roles: ['marketing'] })
    const second = await openDeskAs({ browser, copy }, { name: 'dao', roles: ['owner'] })
    const member = await makeRich(request, copy, { baht: 100 })
    await draft(marketing)
    await ask(marketing)

    const asked = await asOwner(copy.databaseUrl, (db) =>
      db.query<{ id: string }>(`select id from confirm_request order by id desc limit 1`),
    )
    const { id } = asked[0]!
    await second.page.goto(itemAddress('second', { kind: 'second', id }))
    const item = second.page.locator(`article[data-item="second/${id}"]`)
    for (const text of ['mali', '5', '10', banner]) await expect(item).toContainText(text)
    await decideByKeys(second.page, { kind: 'second', id }, { name: 'yes', effect: 'does-request' })
    await marketing.page.reload()
    const plans = marketing.page.getByRole('region', { name: plan.title })
    await expect(plans).toContainText(plan.states.waits)
    await expect(plans).toContainText('dao')

    await enter(page, member)
    const opened = await expectOpened(page, false)
    const other = await page.context().newPage()
    await enter(other, await makeRich(request, copy, { baht: 100 }))
    const reading = watchSet(member)
    await shiftPlan(copy, 'begins_at')
    const published = Date.now()
    const seen = await expectOpened(other, true)
    expect(Date.now() - published).toBeLessThan(5_000)
    await expect(opened).toContainText(old)
    await close(opened)
    await close(await expectOpened(page, true))

    await shiftPlan(copy, 'ends_at')
    expect([...(await reading.stop())].filter((one) => one !== fresh)).toHaveLength(1)
    await close(seen)
    await expectOpened(other, false)
    await marketing.page.reload()
    await expect(marketing.page.getByText(plan.states.begun)).toHaveCount(0)
    expect([...marketing.problems, ...second.problems]).toEqual([])
    await request.dispose()
    await marketing.close()
    await second.close()
  },
)
