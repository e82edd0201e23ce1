import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { memberPlaces, visitorPlaces, walk } from './every-screen.ts'
import { enlargeText } from './large-text.ts'
import { logIn } from './member.ts'
import { expect, test } from './test.ts'
import { makeRich } from './withdrawals.ts'

test.describe.configure({ timeout: 180_000 })

/**
 * Each screen and sheet in each of these: together all languages, both color schemes, the narrowest phone, the widest
 * screen and large text.
 */
const looks = [
  { language: 'th', scheme: 'dark', width: 320, height: 740, large: true },
  { language: 'la', scheme: 'light', width: 320, height: 740, large: false },
  { language: 'en', scheme: 'dark', width: 1920, height: 1080, large: false },
] as const

for (const { language, scheme, width, height, large } of sampled('accessible', 1, looks))
  test.describe(`${language} ${scheme} ${width}`, () => {
    test.use({
      viewport: { width, height },
      isMobile: width < 768,
      hasTouch: width < 768,
      colorScheme: scheme,
      contextOptions: { reducedMotion: 'reduce' },
      deviceScaleFactor: 1,
    })

    test(
      `REACH-61 no screen has accessibility violations: ${language}, ${scheme}, ${width} px${large ? ', 200 %' : ''}`,
      { tag: '@long-2' },
      async ({ page, request, control, databaseUrl, expectAccessible }) => {
        const rich = { baht: 2_000, inGames: { pgslot: 500 } }
        const { phone } = await makeRich(request, { control, databaseUrl }, rich)
        if (large) await enlargeText(page)
        await page.addInitScript((chosen) => {
          localStorage.setItem('locale', chosen)
          localStorage.setItem('remember-agreement', 'true')
        }, language)
        const look = async ({ name }: { name: string }): Promise<void> =>
          test.step(name, expectAccessible)
        await walk(page, { places: visitorPlaces, language }, look)
        await logIn(page, phone)
        await walk(page, { places: memberPlaces, language }, look)
        await expect(page.getByRole('main')).toBeVisible()
      },
    )
  })
