// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import type { Language } from '@kapao/contract/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSettings } from '#core/settings.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { openPart } from '../../../../testing/open-part.tsx'
import { sampleWallet } from '../../../../testing/sample-wallet.ts'
import type { Receipt } from '../../queries.ts'
import { statementText as english } from '../../text/en.ts'
import { statementText as lao } from '../../text/la.ts'
import { statementText as thai } from '../../text/th.ts'
import { ReceiptSheet } from '../receipt-sheet.tsx'

const id = '0199f1c2-7d1e-7c3a-9b1f-77e19b440c2f'
const texts = { th: thai, la: lao, en: english }
const words = english.receipt.picture

const receipt: Receipt = {
  row: {
    _id: id,
    statementType: 'withdraw',
    from: 'wallet',
    to: 'SCB',
    status: 'SUCCESS',
    amount: 1_300.5,
    currency: 'BAHT',
    createdAt: '2026-03-02T18:30:05.000Z',
    seq: 7,
  },
  walletBefore: 2_000,
  walletAfter: 699.5,
  corrected: null,
  held: null,
  movements: [],
}

/** What was written on the picture, in order: what jsdom cannot draw is noted. */
let drawn: string[] = []
let pictures = 0
let canDraw = true

beforeEach(() => {
  drawn = []
  pictures = 0
  canDraw = true
  const context = {
    fillRect: () => undefined,
    measureText: (text: string) => ({ width: text.length * 20 }),
    fillText: (text: string) => void drawn.push(text.replaceAll('\u00A0', ' ')),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() =>
    canDraw ? context : null) as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    pictures += 1
    done(new Blob(['picture'], { type: 'image/png' }))
  })
  Object.assign(document, { fonts: { ready: Promise.resolve() } })
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name)
})

async function open(part: Partial<Receipt> = {}, language: Language = 'en') {
  const settings = parseSettings('{"brand":{"name":"Kapao"}}')
  const opened = await openPart(
    <SettingsProvider settings={settings}>
      <ReceiptSheet seq={7} onClose={() => undefined} />
    </SettingsProvider>,
    {
      language,
      answers: {
        'GET /api/wallet': () => sampleWallet({}),
        'GET /api/lookup/deposit': () => ({
          banks: [],
          wallets: [],
          isManual: false,
          giftLinkKey: null,
        }),
        'GET /api/statement/row/{seq}': () => ({ ...receipt, ...part }),
      },
    },
  )
  await opened.screen.findByText(texts[language].receipt.number)
  const name = texts[language].receipt.picture.draw
  const draw = async () => {
    await opened.press(name)
    await opened.screen.findByRole('img')
  }
  return {
    ...opened,
    draw,
    isOffered: () => opened.screen.queryByRole('button', { name }) !== null,
  }
}

const codeOf = (units: string, status = 'SUCCESS', currency = 'BAHT') => {
  const { statementType, from, to, createdAt } = receipt.row
  const said = JSON.stringify([id, statementType, from, to, status, units, currency, createdAt])
  const hex = createHash('sha256').update(said).digest('hex').slice(0, 8).toUpperCase()
  return `77E1-9B44-0C2F-${hex.slice(0, 4)}-${hex.slice(4)}`
}

const figures = { th: '-1,300.50 บาท', la: '-1,300.50 ບາດ', en: '-1,300.50 baht' }

test.each(['th', 'la', 'en'] as const)(
  'NOTE-23 in %s: what the statement says, the time of Bangkok and the proof code; no name, account or balance',
  async (language) => {
    const { draw, screen } = await open({}, language)
    await draw()
    const { receipt: text, status, activities } = texts[language]
    const bank = drawn[drawn.indexOf(text.to) + 1]!
    expect(drawn).toEqual([
      'Kapao',
      text.title,
      activities.withdraw(bank),
      figures[language],
      status.SUCCESS,
      text.picture.when,
      '03/03/2026 01:30:05',
      text.from,
      text.accounts.wallet,
      text.to,
      bank,
      text.reference,
      '77E1-9B44-0C2F',
      text.picture.code,
      codeOf('130050'),
      text.picture.note('Kapao'),
    ])
    expect(screen.getByRole('img').getAttribute('alt')).toContain(codeOf('130050'))
  },
)

test('NOTE-23 kip are whole, and are whole in the code', async () => {
  const { draw } = await open({ row: { ...receipt.row, amount: 250_000, currency: 'LAK' } })
  await draw()
  expect(drawn).toContain('-250,000.00 kip')
  expect(drawn).toContain(codeOf('250000', 'SUCCESS', 'LAK'))
})

test('NOTE-23 what failed says so, and has no direction', async () => {
  const { draw } = await open({ row: { ...receipt.row, status: 'FAILED' } })
  await draw()
  expect(drawn).toContain('1,300.50 baht')
  expect(drawn).toContain(english.status.FAILED)
  expect(drawn).toContain(codeOf('130050', 'FAILED'))
})

test.each([
  { row: { ...receipt.row, status: 'PENDING' } },
  { row: { ...receipt.row, statementType: 'transfer' } },
  { row: { ...receipt.row, statementType: 'bonus' } },
  { row: { ...receipt.row, correction: { description: 'taken back' } } },
  { corrected: '2026-03-03T05:00:00.000Z' },
] satisfies Partial<Receipt>[])(
  'NOTE-23 what has not ended, is no money in or out, corrects or was corrected has none: %o',
  async (part) => {
    const { isOffered } = await open(part)
    expect(isOffered()).toBe(false)
  },
)

test('NOTE-23 money that is held has none; a correction has its time', async () => {
  const held = await open({ held: 'CHECK' })
  expect(held.isOffered()).toBe(false)
  held.close()
  const { words: read } = await open({ corrected: '2026-03-03T05:00:00.000Z' })
  expect(read()).toContain('Corrected on03/03/2026 12:00:00')
})

const letShare = (share: (data: ShareData) => Promise<void>) =>
  Object.assign(navigator, { share, canShare: ({ files }: ShareData) => files?.length === 1 })

test('NOTE-23 it is shared as one file named by its code, and two taps share it once', async () => {
  const shared: ShareData[] = []
  let end = (): void => undefined
  letShare((data) => {
    shared.push(data)
    return new Promise((done) => {
      end = done
    })
  })
  const { draw, press, words: read } = await open()
  await draw()
  await press(words.share)
  await press(words.share)
  end()
  expect(shared).toHaveLength(1)
  const [file] = shared[0]!.files!
  expect([file!.name, file!.type]).toEqual([`${codeOf('130050')}.png`, 'image/png'])
  expect(read()).not.toContain(words.notShared)
})

test('NOTE-23 whoever closes the menu is told nothing; where the browser refuses, it can still be saved', async () => {
  let why = 'AbortError'
  letShare(() => Promise.reject(new DOMException('no', why)))
  const { draw, press, words: read, screen } = await open()
  await draw()
  await press(words.share)
  await vi.waitFor(() =>
    expect(screen.getByText(words.share).closest('button')!.disabled).toBe(false),
  )
  expect(read()).not.toContain(words.notShared)
  why = 'NotAllowedError'
  await press(words.share)
  await screen.findByText(words.notShared)
  expect(screen.getByRole('button', { name: words.save })).toBeTruthy()
})

test('NOTE-23 a browser that shares no files saves it', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`)
  })
  const { draw, press, screen } = await open()
  await draw()
  expect(screen.queryByRole('button', { name: words.share })).toBeNull()
  await press(words.save)
  expect(saved).toEqual([`${codeOf('130050')}.png blob:picture`])
})

test('NOTE-23 two taps draw one picture; where none can be drawn that is said, and it may be tried again', async () => {
  canDraw = false
  const { press, screen, user } = await open()
  await press(words.draw)
  await screen.findByText(words.failed)
  canDraw = true
  const button = await screen.findByRole('button', { name: words.draw })
  await user.dblClick(button)
  await screen.findByRole('img')
  expect(pictures).toBe(1)
})
