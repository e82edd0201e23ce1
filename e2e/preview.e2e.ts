import { settings as settingWords } from '../apps/console/src/features/settings/text/en.ts'
import { fields } from '../apps/console/src/ui/fields/text/en.ts'
import { preview } from '../apps/console/src/ui/preview/text/en.ts'
import { expectAccessibleInLooks, openDesk, signInAs, words } from './console-desk.ts'
import { test } from './own-copy.ts'
import { drawInFrame, placeFrame } from './preview-frame.ts'
import { expect } from './test.ts'

test(
  'SCREEN-16 the frame reaches no cookie, storage, parent, address or call; a foreign window cannot frame or feed it',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const desk = await openDesk(browser, copy)
    const { page } = desk
    await signInAs(page, 'demo-owner')
    await placeFrame(page)
    await drawInFrame(page, { screen: 'login', language: 'en' })
    const frame = page.frames().find((one) => one.url().endsWith('/preview/'))!
    const reached = await frame.evaluate(async (foreign) => {
      const ways: Record<string, () => unknown> = {
        cookie: () => document.cookie,
        'written cookie': () => (document.cookie = 'a=b'),
        'local storage': () => localStorage.length,
        'session storage': () => sessionStorage.length,
        'parent document': () => parent.document.title,
        'parent address': () => parent.location.href,
        'top address': () => (top!.location.href = foreign),
        database: () => indexedDB.open('any'),
        window: () => open(foreign) ?? Promise.reject(new Error('none')),
        call: () =>
          new Promise((resolve, reject) => {
            const request = new XMLHttpRequest()
            request.addEventListener('load', resolve)
            request.addEventListener('error', reject)
            request.open('GET', '/api/console/desk')
            request.send()
          }),
        socket: () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(location.origin.replace('http', 'ws'))
            socket.addEventListener('open', resolve)
            socket.addEventListener('error', reject)
          }),
        picture: () =>
          new Promise((resolve, reject) => {
            const picture = new Image()
            picture.addEventListener('load', resolve)
            picture.addEventListener('error', reject)
            picture.src = `${foreign}/banks/KBANK.svg`
          }),
      }
      const tries = Object.entries(ways).map(async ([name, way]) => {
        try {
          await way()
          return name
        } catch {
          return null
        }
      })
      const made = await Promise.all(tries)
      const answer = await fetch('/api/console/desk')
      return { made: made.filter((name) => name !== null), status: answer.status }
    }, copy.app)
    expect(reached).toEqual({ made: [], status: 404 })
    expect(page.url()).toContain(copy.console)

    const order = { kind: 'show', number: 1, screen: 'login', language: 'en', answers: [] }
    const fed = { ...order, code: null, page: { settings: { settings: {} }, brandCss: '' } }
    // By itself it has no origin either, and nobody around it to whom it listens.
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((said) => {
        const other = window.open('/preview/')!
        setInterval(() => other.postMessage(said, '*'), 100)
      }, fed),
    ])
    await popup.waitForLoadState()
    await popup.waitForTimeout(1_500)
    expect(await popup.evaluate(() => document.getElementById('root')!.childElementCount)).toBe(0)
    expect(await popup.evaluate(() => origin)).toBe('null')
    await popup.close()

    const foreign = await page.context().newPage()
    const around = `<iframe src="${copy.console}/preview/"></iframe>`
    await foreign.goto(`data:text/html,${encodeURIComponent(around)}`)
    await foreign.waitForTimeout(1_000)
    const framed = foreign.frames().filter((one) => one.url().endsWith('/preview/'))
    for (const one of framed)
      expect(await one.evaluate(() => document.getElementById('root'))).toBeNull()
    await desk.close()
  },
)

test(
  'SCREEN-58 a dialog that the preview draws takes neither the focus nor a letter from the field',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const desk = await openDesk(browser, copy, { viewport: { width: 1_700, height: 900 } })
    const { page } = desk
    await signInAs(page, 'demo-owner')
    await page.goto('/settings/agreements')
    const drawn = page
      .frameLocator('iframe')
      .last()
      .locator('dialog[open]')
      .filter({ hasText: 'seen' })
    const field = page.getByRole('region', { name: 'English' }).getByRole('textbox').first()
    await field.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('<p>seen</p>')
    await expect(drawn.first()).toBeVisible()
    await expect(field).toBeFocused()
    await page.keyboard.type('<p>typed on</p>')
    await expect(field).toHaveValue('<p>seen</p><p>typed on</p>')
    await desk.close()
  },
)

test(
  'SCREEN-51 a name that a phone of 360 px cuts is named below its frame and at its field, and one that fits is not',
  { tag: '@long-3' },
  async ({ browser, copy }) => {
    const desk = await openDesk(browser, copy)
    const { page } = desk
    await signInAs(page, 'demo-owner')
    await page.goto('/settings/brand-name')
    const part = page.getByRole('region', { name: preview.title })
    await part.getByLabel(preview.screen).selectOption(preview.screens.agreement)
    const field = page.getByLabel(settingWords.form.value)
    const long = 'Wonderful Wallet of Mali and Friends 365'
    await field.fill(long)
    await expect(part.getByRole('status').filter({ hasText: preview.cut })).toContainText(long)
    await expect(page.getByText(fields.cutText)).toBeVisible()
    await field.fill('Mali')
    await expect(part.getByText(preview.cut)).toHaveCount(0)
    await expect(page.getByText(fields.cutText)).toHaveCount(0)
    await desk.close()
  },
)

test(
  'SCREEN-61 SCREEN-50 SCREEN-49 the preview is a whole phone of 360 px on every size, listens to nobody else, and where it is silent for five seconds it says so and saving goes on',
  { tag: '@long-1' },
  async ({ browser, copy }) => {
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    await page.goto('/settings/howto-video-wallet')
    const part = page.getByRole('region', { name: preview.title })
    const frame = part.locator('iframe').first()
    for (const width of [360, 1280, 1700]) {
      await page.setViewportSize({ width, height: 800 })
      await frame.scrollIntoViewIfNeeded()
      await expect(frame.contentFrame().getByRole('heading').first()).toBeVisible()
      const box = (await frame.boundingBox())!
      expect([box.width, box.height], `at ${width} px`).toEqual([360, 740])
      expect(box.x + box.width, `at ${width} px`).toBeLessThanOrEqual(width)
      const whole = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(whole, `at ${width} px`).toBeLessThanOrEqual(width)
    }
    await expectAccessibleInLooks(page, 'a preview')
    await page.evaluate(() => postMessage({ kind: 'drawn', number: 1, cut: ['never cut'] }, '*'))

    // As after a build that has failed: the frame never says that it is there.
    await page.route('**/preview/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '' }),
    )
    await page.reload()
    await expect(part.getByText(preview.none)).toBeVisible({ timeout: 8_000 })
    await expect(part.getByText('never cut')).toHaveCount(0)
    const { form, saving } = settingWords
    await page.getByLabel(form.value).fill('https://kapao.example/wallet.mp4')
    await expect(page.getByRole('button', { name: saving.ask })).toBeEnabled()
    await page.getByRole('button', { name: saving.discard }).click()
    await page.unroute('**/preview/**')
    await part.getByRole('button', { name: words.desk.retry }).click()
    await expect(frame.contentFrame().getByRole('heading').first()).toBeVisible()
    await expect(part.getByText(preview.none)).toHaveCount(0)
    expect(problems).toEqual([])
    await close()
  },
)
