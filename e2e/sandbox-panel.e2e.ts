import { expect, test } from './test.ts'

test(
  'the panel of the sandbox opens on a phone',
  { tag: '@long-1' },
  async ({ page, sandbox, expectAccessible }) => {
    const response = await page.goto(sandbox)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overhang).toBe(0)
    await expectAccessible()
  },
)
