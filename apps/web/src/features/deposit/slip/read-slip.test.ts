import { chromium, type Browser, type Page } from '@playwright/test'
import { encode } from 'uqr'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as readSlipModule from './read-slip.ts'
import { kindOfCode } from './slip-code.ts'

const slipText = '0041000600000101030040220013071152533APM077365102TH91048134'
const paymentText =
  '00020101021229370016A0000006770101110113006681234567853037645802TH5406100.0063041123'

let browser: Browser
let page: Page
beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: `${import.meta.dirname}/read-slip.ts`, formats: ['iife'], name: 'slip' },
    },
  })
  const [{ output }] = built as unknown as [{ output: { code: string }[] }]
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    args: ['--no-sandbox'],
  })
  page = await browser.newPage()
  await page.setContent('<title>slip</title>')
  await page.addScriptTag({ content: output[0]!.code })
}, 60_000)
afterAll(() => browser.close())

type PictureOptions = {
  text?: string
  type?: string
  width?: number
  height?: number
  turn?: number
  blur?: number
  noise?: boolean
  sent?: string[]
}

/** Draws a slip in the browser, as a phone would have photographed it, and reads it there. */
async function look(drawn: PictureOptions) {
  const modules = drawn.text === undefined ? null : encode(drawn.text, { ecc: 'M', border: 4 }).data
  return page.evaluate(
    async ({ modules, width = 1080, height = 1700, turn = 0, blur = 0, noise, type, sent }) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')!
      context.fillStyle = '#fff'
      context.fillRect(0, 0, width, height)
      if (noise)
        for (let n = 0; n < 6_000; n += 1) {
          context.fillStyle = `hsl(${(n * 37) % 360} 60% 60%)`
          context.fillRect((n * 7919) % width, ((n * 104_729) % height) / 2, 29, 29)
        }
      const code = document.createElement('canvas')
      code.width = code.height = (modules?.length ?? 1) * 8
      const drawing = code.getContext('2d')!
      drawing.fillStyle = '#fff'
      drawing.fillRect(0, 0, code.width, code.height)
      drawing.fillStyle = '#000'
      for (const [y, row] of (modules ?? []).entries())
        for (const [x, on] of row.entries()) if (on) drawing.fillRect(x * 8, y * 8, 8, 8)
      context.filter = blur > 0 ? `blur(${blur}px)` : 'none'
      context.translate(width * 0.6, height * 0.75)
      context.rotate((turn * Math.PI) / 180)
      context.drawImage(code, width * -0.15, width * -0.15, width * 0.3, width * 0.3)
      const blob = await new Promise<Blob>((resolve) =>
        canvas.toBlob((made) => resolve(made!), type ?? 'image/png', 0.9),
      )
      const { slip } = globalThis as unknown as {
        slip: typeof readSlipModule
      }
      const found = await slip.readSlip(blob, new Set(sent ?? []))
      return 'picture' in found
        ? {
            look: found.look,
            code: found.code,
            type: found.picture.type,
            size: found.picture.size,
            was: blob.size,
          }
        : found
    },
    { ...drawn, modules },
  )
}

test.each<[string, PictureOptions]>([
  ['as it is', {}],
  ['as JPEG', { type: 'image/jpeg' }],
  ['as WebP, which the server does not take', { type: 'image/webp' }],
  ['turned', { turn: 12 }],
  ['blurred', { blur: 1.2 }],
  ['a photo of twelve megapixels', { width: 3000, height: 4000, noise: true, type: 'image/jpeg' }],
])('a slip is found on the phone: %s', async (_name, drawn) => {
  const found = await look({ text: slipText, ...drawn })
  expect(found).toMatchObject({ look: 'good', code: slipText })
  expect((found as { type: string }).type).toMatch(/^image\/(?:png|jpeg)$/)
})

test('a large picture is sent small, and its code can still be read', async () => {
  const found = await look({
    text: slipText,
    width: 3000,
    height: 4000,
    noise: true,
    type: 'image/jpeg',
  })
  const { size, was, type } = found as { size: number; was: number; type: string }
  expect(type).toBe('image/jpeg')
  expect(was).toBeGreaterThan(500_000)
  expect(size).toBeLessThan(was / 2)
})

test('a problem with a picture is reported before it is sent', async () => {
  expect(await look({})).toMatchObject({ look: 'no-code', code: null })
  expect(await look({ text: paymentText })).toMatchObject({ look: 'not-a-slip' })
  expect(await look({ text: `${slipText.slice(0, -4)}0000` })).toMatchObject({ look: 'damaged' })
  expect(await look({ text: slipText, sent: [slipText] })).toMatchObject({ look: 'seen' })
  const noPicture = await page.evaluate(() => {
    const { slip } = globalThis as unknown as { slip: typeof readSlipModule }
    return slip.readSlip(new Blob(['<html>'], { type: 'image/png' }), new Set())
  })
  expect(noPicture).toEqual({ look: 'no-picture' })
})

test('the browser’s detector is tried first, and its failure does not end the search', async () => {
  const withDetector = (answer: string) =>
    page.evaluate((text) => {
      Object.assign(globalThis, {
        BarcodeDetector: Object.assign(
          function detector(this: object) {
            const detect = async () => {
              if (text === '') throw new Error('there is no service')
              return [{ rawValue: text }]
            }
            Object.assign(this, { detect })
          },
          { getSupportedFormats: async () => ['qr_code'] },
        ),
      })
    }, answer)
  await withDetector(slipText)
  expect(await look({})).toMatchObject({ look: 'good', code: slipText })
  await withDetector('')
  expect(await look({ text: slipText })).toMatchObject({ look: 'good' })
  await page.evaluate(() => Object.assign(globalThis, { BarcodeDetector: undefined }))
})

test('codes are distinguished by the formats that banks print', () => {
  expect(kindOfCode(slipText)).toBe('slip')
  expect(kindOfCode(slipText.replace('0130', '0131'))).toBe('damaged')
  expect(kindOfCode(paymentText)).toBe('other')
  expect(
    kindOfCode('00020101021133500004BCEL0108ONEPROOF02020103200261121633800aLc5135630418EB'),
  ).toBe('slip')
})
