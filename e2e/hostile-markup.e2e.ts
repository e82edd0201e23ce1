import type { Page } from '@playwright/test'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { borrowMember, logIn } from './member.ts'
import { expect, test } from './test.ts'

const payloads = [
  '<img src=x onerror=PWN>',
  '<svg onload=PWN>',
  '<script>PWN</script>',
  '<a href="javascript:PWN">x</a>',
  '<iframe srcdoc="<script>parent.PWN</script>">',
  '<p style="background:url(javascript:PWN)">x</p>',
  '<math><mtext><table><mglyph><style><img src=x onerror=PWN>',
  '<details open ontoggle=PWN>',
  '<form action="javascript:PWN"><button>x',
  '<object data="javascript:PWN">',
  '<a href="data:text/html,<script>PWN</script>">x</a>',
  '<input autofocus onfocus=PWN>',
  '<svg><style><img/src=x onerror=PWN></style></svg>',
  '<noscript><p title="</noscript><img src=x onerror=PWN>">',
  '<template><img src=x onerror=PWN></template>',
  '<video><source onerror=PWN></video>',
  '<body onload=PWN>',
  '<marquee onstart=PWN>',
  '<a href="jAvAsCrIpT&colon;PWN">x</a>',
  '<base href="javascript:PWN//">',
]
const wrappings = ['%', '<p>%</p>', '<ul><li>%</li></ul>', '<b>%', '<h3>%</h3><p>after</p>']

const hostile = wrappings.flatMap((wrapping) =>
  payloads.map((payload) => wrapping.replace('%', payload.replaceAll('PWN', 'top.hurt=1'))),
)
/** First, because a tag that is never closed may swallow what follows. */
const plain = '<p>plain words</p>'

// The server refuses such texts itself, so only here, between the two, can they reach the page's own wall.
async function answerWith(page: Page, path: string, json: unknown): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ json }))
}

/** Nothing has run, nothing runs when tapped, and no tag or attribute is left that could. */
async function expectHarmless(page: Page, place: string): Promise<void> {
  const within = page.locator(place)
  await expect(within.getByText('plain words')).toBeAttached()
  for (const link of await within.locator('a').all())
    await link.click({ force: true, timeout: 500 }).catch(() => undefined)
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  const tags = ':is(script, iframe, object, form, style, input, video, svg[onload])'
  const attributes =
    ':is([onerror], [onload], [ontoggle], [style], [href^="javascript" i], [href^="data" i])'
  expect(await within.locator(tags).count()).toBe(0)
  expect(await within.locator(attributes).count()).toBe(0)
}

test('SEC-04 a hundred hostile texts in the contact page never run and leave no dangerous markup', async ({
  page,
}) => {
  expect(hostile).toHaveLength(100)
  await answerWith(page, '/api/lookup/contact', {
    contactText: plain + hostile.join('<hr>'),
    lineLink: 'javascript:top.hurt=1',
    lineName: 'x',
    lineQR: null,
  })
  await page.goto('/contact')
  await expectHarmless(page, 'main')
})

test('SEC-04 nor do they in the conditions and in the agreement', async ({
  page,
  request,
  control,
}) => {
  await answerWith(page, '/api/lookup/conditions', { conditions: [plain, ...hostile] })
  await answerWith(page, '/api/lookup/agreements', { agreements: [plain, ...hostile] })
  await logIn(page, await borrowMember(request, control))
  const agreement = page.getByRole('dialog', { name: memberText.agreement.title })
  await expect(agreement).toBeVisible()
  await expectHarmless(page, 'dialog')
  await agreement.getByRole('button', { name: memberText.agreement.confirm }).click()
  await page.getByRole('button', { name: memberText.shell.conditions, exact: true }).click()
  await expect(page.getByRole('dialog', { name: memberText.conditions.title })).toBeVisible()
  await expectHarmless(page, 'dialog')
})
