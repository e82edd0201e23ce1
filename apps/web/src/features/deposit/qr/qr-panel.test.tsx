// @vitest-environment jsdom
import type { DepositAccount } from '@kapao/contract/lookup'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { act } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { sampleWallet } from '../../../testing/sample-wallet.ts'
import type { QrState } from './queries.ts'
import { QrPanel } from './qr-panel.tsx'

const create = 'POST /api/qrcode/{provider}'
const cancel = 'DELETE /api/qrcode/{qrcodeId}'

const accountOf = (bankCode: 'WW' | 'ZPAY'): DepositAccount => ({
  bankCode,
  bankType: 'PAYMENT',
  mode: 'AUTO',
  bank: { nameTH: bankCode, nameLA: bankCode, nameEN: `Gate ${bankCode}` },
  bankAccountName: 'KAPAO DEMO CO LTD',
  bankAccountNo: '1',
  currency: 'BAHT',
})

const live: QrState = {
  hasQrcode: true,
  qrcodeId: 'q1',
  amount: 200.01,
  qrcode: '<svg/>',
  expireIn: '2099-01-01T00:10:00.000Z',
  now: '2099-01-01T00:00:00.000Z',
  message: '',
}
const none: QrState = { hasQrcode: false }

async function open(answers: Answers = {}, codes: ('WW' | 'ZPAY')[] = ['WW', 'ZPAY']) {
  const opened = await openPart(
    <QrPanel accounts={codes.map(accountOf)} wallet={sampleWallet()} onDone={() => undefined} />,
    { answers: { 'GET /api/qrcode/{provider}': () => none, [create]: () => live, ...answers } },
  )
  const created = () => opened.sentTo(create)
  return { ...opened, created }
}

describe('a new code', () => {
  test('is ordered once, at the provider that is chosen, for what was typed', async () => {
    const { answer, give } = later<QrState>()
    const { user, screen, press, created, sent } = await open({ [create]: () => answer })
    await user.click(await screen.findByRole('radio', { name: /Gate ZPAY/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '250')
    await press('Create QR code')
    await press('Create QR code')
    expect(created()).toEqual([{ provider: 'ZPAY', amount: 250 }])
    expect(sent.find(({ name }) => name === create)!.key).not.toBeNull()
    give(none)
  })

  test('below the minimum the button is off and the field says so', async () => {
    const { user, screen, words, created } = await open()
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '0.5')
    expect(screen.getByRole('button', { name: 'Create QR code' })).toHaveProperty('disabled', true)
    expect(words()).toContain('The minimum for a QR code is')
    expect(created()).toEqual([])
  })

  test('a gateway that fails: nothing was charged, and the next one is chosen', async () => {
    const failed: QrState = { hasQrcode: false, message: 'QR_FAIL' }
    const { user, screen, press, words } = await open({ [create]: () => failed })
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '500')
    await press('Create QR code')
    expect(await screen.findByRole('radio', { name: /Gate ZPAY/, checked: true })).toBeTruthy()
    expect(words()).toContain('Gate WW')
    expect(words()).toContain('Gate ZPAY')
  })

  test('refused for a bonus: says so with the way to it', async () => {
    const { user, screen, press } = await open({ [create]: () => refuse('BONUS_REMAINING') })
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '500')
    await press('Create QR code')
    const link = await screen.findByRole('link')
    expect(link.getAttribute('href')).toContain('bonus')
  })
})

describe('an open code', () => {
  const isOpen: Answers = {
    'GET /api/qrcode/{provider}': ({ provider }) => (provider === 'WW' ? live : none),
  }

  test('shows what to pay exactly, and nothing to create beside it', async () => {
    const { screen, words } = await open(isOpen)
    await screen.findByText('Pay exactly')
    expect(words()).toContain('200.01')
    expect(screen.queryByRole('button', { name: 'Create QR code' })).toBeNull()
  })

  test('SAY-41 says whom it pays, as a banking app will, under the mark of Thai QR codes', async () => {
    const { screen, words } = await open(isOpen)
    await screen.findByText('Pay exactly')
    expect(words()).toContain('to KAPAO DEMO CO LTD (Gate WW)')
    screen.getByRole('img', { name: 'Thai QR Payment' })
  })

  test('SAY-41 a code in kip has no Thai mark', async () => {
    const { screen } = await openPart(
      <QrPanel
        accounts={[accountOf('WW')]}
        wallet={sampleWallet({ currency: 'LAK' })}
        onDone={() => undefined}
      />,
      { answers: isOpen },
    )
    await screen.findByText('Pay exactly')
    expect(screen.queryByRole('img', { name: 'Thai QR Payment' })).toBeNull()
  })

  test('SAY-42 to keep it is first and gold, to cancel it red', async () => {
    const { screen, press } = await open(isOpen)
    await screen.findByText('Pay exactly')
    await press('Cancel QR code')
    const [keep, cancel] = screen.getAllByRole('button', { name: /Keep it|Yes, cancel it/ })
    expect(keep!.textContent).toBe('Keep it')
    expect(keep!.className).toContain('primary')
    expect(cancel!.className).toContain('danger')
  })

  test('SAY-43 a server that hangs is said after eight seconds, and asked again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      let isHanging = false
      const { screen, words, sentTo } = await open(
        {
          'GET /api/qrcode/{provider}': () =>
            isHanging ? new Promise<QrState>(() => undefined) : live,
        },
        ['WW'],
      )
      await screen.findByText('Pay exactly')
      isHanging = true
      const asked = sentTo('GET /api/qrcode/{provider}').length
      await act(() => vi.advanceTimersByTimeAsync(11_000))
      expect(words()).not.toContain('Reconnecting')
      // While it is awaited, no other round drops its answer.
      expect(sentTo('GET /api/qrcode/{provider}')).toHaveLength(asked + 1)
      await act(() => vi.advanceTimersByTimeAsync(2_000))
      expect(words()).toContain('Reconnecting. A payment that you have made will be found.')
      isHanging = false
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      expect(words()).not.toContain('Reconnecting')
    } finally {
      vi.useRealTimers()
    }
  })

  test('elsewhere: another one says that it replaces it', async () => {
    const { user, screen, words } = await open(isOpen)
    await screen.findByText('Pay exactly')
    await user.click(screen.getByRole('radio', { name: /Gate ZPAY/ }))
    expect(await screen.findByText(/A new code ends your open one at Gate WW/)).toBeTruthy()
    expect(words()).not.toContain('Pay exactly')
  })

  test('that was replaced is named below the new one, so that nobody pays it', async () => {
    let isReplaced = false
    const { user, screen, press, words } = await open({
      'GET /api/qrcode/{provider}': ({ provider }) =>
        provider === (isReplaced ? 'ZPAY' : 'WW') ? live : none,
      [create]: () => {
        isReplaced = true
        return live
      },
    })
    await screen.findByText('Pay exactly')
    await user.click(screen.getByRole('radio', { name: /Gate ZPAY/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '200')
    await press('Create QR code')
    await screen.findByText(/This QR code replaces the one at Gate WW/)
    expect(words()).toContain('Replaced, do not pay')
  })

  test('is cancelled after the question, by its own id, or kept', async () => {
    const { press, screen, sentTo } = await open({
      ...isOpen,
      [cancel]: () => ({ message: 'SUCCESS' }),
    })
    await screen.findByText('Pay exactly')
    await press('Cancel QR code')
    await press('Keep it')
    expect(sentTo(cancel)).toEqual([])
    await press('Cancel QR code')
    await press('Yes, cancel it')
    expect(sentTo(cancel)).toEqual([{ qrcodeId: 'q1' }])
  })
})
