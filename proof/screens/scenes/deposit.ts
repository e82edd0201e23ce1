import type { Locator } from '@playwright/test'
import { happen } from '../../../e2e/deposit-sheet.ts'
import type { Role } from '../cast.ts'
import type { ScreenView, ScreenContext } from '../scene.ts'
import { withoutEmpty } from '../scene.ts'
import { press, tap } from './taps.ts'

const at = '/user/home'

async function openDoor(stage: ScreenContext, door: 'bank' | 'qr' | 'gift'): Promise<Locator> {
  const sheet = await tap(stage, 'deposit')
  await sheet.getByRole('tab', { name: stage.texts.deposit.ways[door] }).click()
  return sheet
}

/** A slip of the member's own bank, or one that went to somebody else's account. */
async function chooseSlip(
  stage: ScreenContext,
  { whoPays = 'empty', ...about }: { whoPays?: Role } & Record<string, unknown>,
  variant = 'plain',
): Promise<Locator> {
  const { request, copy, phones } = stage.cast
  const { reference } = await happen<{ reference: string }>(
    request,
    `${copy.control}/slips/transfers`,
    {
      toBank: 'GSB',
      toAccount: '020333444555',
      fromBank: 'KBANK',
      fromAccount: phones[whoPays],
      fromName: 'NOK JAIDEE',
      amount: '250.75',
      ...about,
    },
  )
  const answer = await request.get(`${copy.control}/slips/pictures/${reference}/${variant}`)
  const { type, base64 } = (await answer.json()) as { type: string; base64: string }
  const sheet = await openDoor(stage, 'bank')
  const picture = { name: 'slip', mimeType: type, buffer: Buffer.from(base64, 'base64') }
  await sheet.locator('input[type=file]').setInputFiles(picture)
  const { slip } = stage.texts.deposit
  const verdict = sheet.getByText(slip.look.good).or(sheet.getByText(slip.look.noCode)).first()
  await verdict.scrollIntoViewIfNeeded()
  return sheet
}

async function sendSlip(
  stage: ScreenContext,
  about: Parameters<typeof chooseSlip>[1],
  outcome: string,
): Promise<void> {
  const sheet = await chooseSlip(stage, about)
  await press(sheet, stage.texts.deposit.slip.send)
  await sheet.getByText(outcome).first().scrollIntoViewIfNeeded({ timeout: 20_000 })
}

export const depositScenes: readonly ScreenView[] = [
  {
    name: 'deposit',
    who: 'rich',
    at,
    states: withoutEmpty,
    open: (stage) => tap(stage, 'deposit'),
  },
  {
    name: 'deposit, slip read',
    who: 'empty',
    at,
    open: (stage) => chooseSlip(stage, {}),
    only: 'thai',
  },
  {
    name: 'deposit, slip without a code',
    who: 'empty',
    at,
    open: (stage) => chooseSlip(stage, {}, 'no-qr'),
    only: 'thai',
  },
  {
    name: 'deposit, slip refused',
    who: 'billed',
    at,
    open: (stage) =>
      sendSlip(
        stage,
        { whoPays: 'billed', toBank: 'SCB', toAccount: '5556667778', toName: 'SOMEBODY' },
        stage.texts.deposit.slip.refused,
      ),
    only: 'thai',
  },
  {
    name: 'deposit received',
    who: 'payer',
    at,
    open: (stage) => sendSlip(stage, { whoPays: 'payer' }, stage.texts.deposit.receipt.title),
    only: 'thai',
  },
  {
    name: 'deposit QR',
    who: 'rich',
    at,
    open: (stage) => openDoor(stage, 'qr'),
  },
  {
    name: 'deposit QR shown',
    who: 'payer',
    at,
    open: async (stage) => {
      const sheet = await openDoor(stage, 'qr')
      const code = sheet.getByRole('timer')
      const create = sheet.getByRole('button', { name: stage.texts.deposit.qr.create, exact: true })
      await code.or(create).first().waitFor()
      if (await code.isVisible()) return
      const presets = sheet.getByRole('group', { name: stage.texts.deposit.qr.amount })
      await presets.getByRole('button').first().click()
      await create.click()
      await code.waitFor()
    },
  },
  {
    name: 'deposit gift link',
    who: 'rich',
    at,
    open: (stage) => openDoor(stage, 'gift'),
    only: 'thai',
  },
  {
    name: 'deposit gift link refused',
    who: 'rich',
    at,
    open: async (stage) => {
      const sheet = await openDoor(stage, 'gift')
      await sheet.getByRole('textbox').fill('hello')
      await press(sheet, stage.texts.deposit.gift.send)
    },
    only: 'thai',
  },
]
