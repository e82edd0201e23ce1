import { memberText } from '../apps/web/src/text/th/member.ts'
import { publicText as thai } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { logIn, makeMember } from './member.ts'
import { expect, test } from './test.ts'

test('SHELL-01 SHELL-02 visitors find four places and the website', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/login')
  const menu = page.getByRole('navigation')
  const { home, register, howto, contact } = thai.menu
  await expect(menu.getByRole('link')).toHaveText([home, register, howto, contact])
  await expect(page.getByRole('contentinfo')).toHaveText('kapao.example')
  for (const [name, path] of [
    [register, '/register'],
    [howto, '/howto'],
    [contact, '/contact'],
    [home, '/login'],
  ] as const) {
    await menu.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(complaints).toEqual([])
})

test('SHELL-06 SHELL-07 SHELL-08 SHELL-09 SHELL-10 members find five places, one of them a sheet', async ({
  page,
  request,
  control,
  expectAccessible,
}) => {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, await makeMember(request, control))
  const { profile, conditions, home, statement, contact } = memberText.shell
  const menu = page.getByRole('navigation')
  await expect(menu.getByRole('listitem')).toHaveText([
    profile,
    conditions,
    home,
    statement,
    contact,
  ])
  for (const [name, path] of [
    [profile, 'profile'],
    [statement, 'statement'],
    [contact, 'contact'],
    [home, 'home'],
  ] as const) {
    await menu.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/user/${path}$`))
  }

  const opener = menu.getByRole('button', { name: conditions })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: memberText.conditions.title })
  await expect(sheet.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expectAccessible()
  await sheet.getByRole('button', { name: memberText.conditions.confirm }).click()
  await expect(sheet).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await opener.click()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/user\/home$/)
})

test('AGR-01 AGR-02 AGR-03 AGR-04 OP-B03 the agreement is asked until it is given', async ({
  page,
  request,
  control,
}) => {
  await logIn(page, await makeMember(request, control), true)
  const sheet = page.getByRole('dialog', { name: memberText.agreement.title })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.reload()
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: memberText.agreement.confirm }).click()
  expect(await page.evaluate(() => localStorage.getItem('remember-agreement'))).toBe('true')
  await page.reload()
  await page.waitForTimeout(2500)
  await expect(sheet).toHaveCount(0)
})

test('HOWTO-01 HOWTO-02 OP-B17 five videos, each in a player', async ({ page }) => {
  await page.goto('/howto')
  const { wallet, enter, balance, bonus, finish } = visitorText.howto.videos
  await expect(page.locator('main li')).toHaveText([wallet, enter, balance, bonus, finish])
  await page.getByRole('button', { name: visitorText.howto.play(bonus) }).click()
  await expect(page.getByRole('dialog', { name: bonus })).toContainText(visitorText.howto.none)
})

test('CONTACT-02 CONTACT-03 CONTACT-04 CONTACT-06 contact shows text, link and version', async ({
  page,
}) => {
  await page.goto('/contact')
  await expect(page.getByText('24', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: '@kapao-demo' })).toHaveAttribute('rel', /noopener/)
  await expect(page.getByText('1.1.14')).toBeVisible()
})

test('NF-01 NAV-14 OP-E14 an unknown path shows the 404 page with status 404', async ({ page }) => {
  for (const path of ['/no/such/page', '/user/nope']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: thai.notFound.home }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('API-15 an unknown API path answers JSON, never the page', async ({ request }) => {
  const response = await request.get('/api/no/such/call')
  expect(response.status()).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'NO_DATA' })
})

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

test('SEC-04 a hundred hostile texts in the contact page never run and leave no dangerous markup', async ({
  page,
}) => {
  const hostile = wrappings.flatMap((wrapping) =>
    payloads.map((payload) => wrapping.replace('%', payload.replaceAll('PWN', 'top.hurt=1'))),
  )
  expect(hostile).toHaveLength(100)
  // The server refuses such texts itself, so only here can they reach the page's own wall.
  await page.route('**/api/lookup/contact', (route) =>
    route.fulfill({
      json: {
        contactText: hostile.join('<hr>') + '<p>the end</p>',
        lineLink: 'javascript:top.hurt=1',
        lineName: 'x',
        lineQR: null,
      },
    }),
  )
  await page.goto('/contact')
  await expect(page.locator('hr').first()).toBeAttached()
  for (const link of await page.locator('main a').all())
    await link.click({ force: true, timeout: 500 }).catch(() => undefined)
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  expect(
    await page
      .locator('main :is(script, iframe, object, form, style, input, video, svg[onload])')
      .count(),
  ).toBe(0)
  expect(
    await page
      .locator(
        'main :is([onerror], [onload], [ontoggle], [style], [href^="javascript" i], [href^="data" i])',
      )
      .count(),
  ).toBe(0)
})
