import type { Page } from '@playwright/test'
import { chatText } from '../apps/web/src/features/chat/text/th.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { borrowMember, logIn } from './member.ts'
import { expect, test } from './test.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'

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
/** First, because an unclosed tag may swallow what follows. */
const plain = '<p>plain words</p>'

// The server refuses such texts itself, so only an intercepted answer can reach the page's own filter.
async function answerWith(page: Page, path: string, json: unknown): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ json }))
}

/** Nothing has run, nothing runs when tapped, and no dangerous tag or attribute is left. */
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

test('S42 SEC-04 a hundred hostile texts in the contact page never run and leave no dangerous markup', async ({
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

test(
  'SEC-04 nor do they in the conditions and in the agreement',
  { tag: '@long-4' },
  async ({ page, request, control }) => {
    await answerWith(page, '/api/lookup/conditions', { conditions: [plain, ...hostile] })
    await answerWith(page, '/api/lookup/agreements', { agreements: [plain, ...hostile] })
    await logIn(page, await borrowMember(request, control))
    const agreement = page.getByRole('dialog', { name: visitorText.agreement.title })
    await expect(agreement).toBeVisible()
    await expectHarmless(page, 'dialog')
    await agreement.getByRole('button', { name: visitorText.agreement.confirm }).click()
    await page.getByRole('button', { name: memberText.shell.conditions, exact: true }).click()
    await expect(page.getByRole('dialog', { name: visitorText.conditions.title })).toBeVisible()
    await expectHarmless(page, 'dialog')
  },
)

test(
  'F55 nor in any kind of message of the chat, from its words to its links',
  { tag: '@long-4' },
  async ({ page }) => {
    const links = ['javascript:top.hurt=1', 'data:text/html,<script>top.hurt=1</script>']
    const messages = hostile.flatMap((bad, at) => {
      const to = at % 3 === 2 ? bad : links[at % 2]!
      const buttons = ['web', 'call', 'postback', 'say'].map((type) => ({
        title: bad,
        type,
        payload: to,
      }))
      const media = { message: bad, url: to, filePath: to, thumbnail: to, name: bad }
      const kinds = [
        { message_type: 'text', payload: { message: `${bad} ${to}` } },
        { message_type: 'buttons', payload: { message: bad, buttons } },
        {
          message_type: 'media',
          payload: { ...media, fileType: ['image', 'video', 'file'][at % 3] },
        },
        { message_type: 'quick_replies', payload: { message: bad, buttons } },
        {
          message_type: 'generic',
          payloads: [{ image_url: to, title: bad, subtitle: bad, buttons }],
        },
        { message_type: 'postback', payload: { title: bad, message: bad } },
        { message_type: bad, payload: { message: bad } },
      ]
      return [kinds[at % kinds.length]!]
    })
    expect(messages).toHaveLength(100)
    const conversations = messages.map((message, at) => ({
      _id: `m${at}`,
      seq: at + 1,
      sender: 'other',
      message,
      createdAt: '2026-11-21T05:00:00.000Z',
      session_id: 's',
      userId: null,
      guestId: null,
      username: null,
      name: null,
      deviceToken: '',
    }))
    await answerWith(page, '/api/chat/history', conversations.toReversed())
    await page.goto('/contact')
    await page.getByRole('button', { name: chatText.open }).click()
    const history = page.locator('dialog#chat-panel ol > li[data-kind]')
    await expect(history).toHaveCount(messages.length)
    expect(await page.locator('dialog#chat-panel a').count()).toBe(0)
    for (const button of (await page.locator('dialog#chat-panel ol button').all()).slice(0, 12))
      await button.click({ force: true, timeout: 500 }).catch(() => undefined)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    const hurting =
      ':is(script, iframe, object, form, style, math, marquee, details, [onerror], [onload], [ontoggle], [style], [srcdoc])'
    expect(await page.locator(`dialog#chat-panel ol ${hurting}`).count()).toBe(0)
    const sources = await page
      .locator('dialog#chat-panel ol [src]')
      .evaluateAll((all) =>
        all.map((one) => new URL(one.getAttribute('src')!, location.href).origin),
      )
    for (const origin of sources) expect(origin).toBe(new URL(page.url()).origin)
  },
)
