// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { writeStored } from '#core/storage.ts'
import type { Withdrawal } from '#shared/withdrawals/current.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { sampleGame, sampleWallet } from '../../../testing/sample-wallet.ts'
import { notePaid } from '#shared/wallet/paid-code.ts'
import { BonusRow, DepositRow, PrizesRow, TransferRow } from './rows.tsx'
import { useWithdrawalRow } from './withdrawal-row.tsx'

const at = '2026-03-02T05:00:00.000Z'
const wallet = sampleWallet({ slots: [sampleGame({ code: 'pg' }), sampleGame({ code: 'joker' })] })
const shown = { wallet, onOpen: () => undefined }

describe('what is under way', () => {
  test('a transfer names both places the way round that its money goes', async () => {
    const transfer = { _id: 't', createdAt: at, from: 'pg', to: 'wallet', amount: 12.5 }
    const { words } = await openPart(<TransferRow {...shown} transfer={transfer} />)
    expect(words()).toContain('12.50 baht · PG → Main wallet')
  })

  test.each([
    ['QR', 'QR code not paid yet'],
    ['SLIP', 'Checking your slip'],
    ['HELD', 'We have your money and are checking it'],
    ['BONUS', 'Received, and on hold until your bonus ends'],
    ['OTHER', 'Waiting for your deposit'],
  ] as const)('a deposit %s says: %s', async (way, sentence) => {
    const deposit = { _id: 'd', createdAt: at, way, amount: 80 }
    const { words } = await openPart(<DepositRow {...shown} deposit={deposit} />)
    expect(words()).toContain(sentence)
    expect(words()).toContain('80.00 baht')
  })

  test('SAY-16 a QR code is unpaid until its member says otherwise, with the time that is left', async () => {
    const deposit = { _id: 'q1', createdAt: at, way: 'QR', amount: 80, secondsLeft: 860 } as const
    const unpaid = await openPart(<DepositRow {...shown} deposit={deposit} />)
    expect(unpaid.words()).toMatch(/80\.00 baht · 14:(20|19) left/)
    unpaid.close()
    notePaid('q1')
    const paid = await openPart(<DepositRow {...shown} deposit={deposit} />)
    expect(paid.words()).toContain('Waiting for the bank')
    expect(paid.words()).not.toContain('left')
    paid.close()
    const other = await openPart(<DepositRow {...shown} deposit={{ ...deposit, _id: 'q2' }} />)
    expect(other.words()).toContain('QR code not paid yet')
  })

  test('SAY-04 prizes have a row with the same meter as a bonus', async () => {
    const { words, screen } = await openPart(
      <PrizesRow
        {...shown}
        kept={{ amount: 20, toPlay: 60 }}
        played={{ done: 40, required: 100 }}
      />,
    )
    expect(words()).toContain('Not yet withdrawable · 20.00 baht from rewards')
    expect(words()).toContain('60.00 baht left to play')
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('40')
  })

  test('a slip that was not read yet has no sum', async () => {
    const deposit = { _id: 'd', createdAt: at, way: 'SLIP', amount: null } as const
    const { words } = await openPart(<DepositRow {...shown} deposit={deposit} />)
    expect(words()).not.toContain('baht')
  })

  test.each([
    [120.5, false, 'BONUS', 0, '379.50 baht left', 'can withdraw'],
    [500, false, null, 500, 'The condition is met: you can withdraw now.', 'left'],
    [900, false, 'BONUS_MAXIMUM', 300, 'The condition is met: you can withdraw now.', 'left'],
    [900, true, 'BONUS', 0, 'The bonus is ending.', 'can withdraw'],
    [900, false, 'CHECK', 0, 'We are checking it before you can withdraw.', 'condition is met'],
    // Denied by staff, or its one withdrawal is under way.
    [900, false, 'BONUS', 0, 'The condition is met.', 'can withdraw'],
    [900, false, 'WITHDRAWAL', 0, 'The condition is met.', 'can withdraw'],
  ] as const)(
    'SAY-91 a bonus at %d of 500, ending %s, kept by %s with %d free says: %s',
    async (...given) => {
      const [total, isEnding, why, amount, sentence, not] = given
      const bonus = { code: 'WELCOME', kind: 'balance' as const, total, target: 500, isEnding }
      const withdrawable = { amount, notYet: 0, why, played: null }
      const { words, sentTo } = await openPart(
        <BonusRow {...shown} bonus={bonus} withdrawable={withdrawable} />,
        { answers: { 'GET /api/bonus': () => [] } },
      )
      await vi.waitFor(() => expect(sentTo('GET /api/bonus')).toHaveLength(1))
      expect(words()).toContain(sentence)
      expect(words()).not.toContain(not)
      expect(words().includes('Not yet withdrawable')).toBe(amount === 0)
    },
  )
})

describe('a withdrawal on home', () => {
  const withdrawal: Withdrawal = {
    _id: 'w1',
    stage: 'SENT',
    reason: null,
    amount: 777,
    currency: 'BAHT',
    bankCode: 'KBANK',
    bankAccountNo: '••••••3344',
    createdAt: at,
    notBefore: null,
    endedAt: null,
  }

  /** With what this device watches; null leaves what it has noted. */
  async function open(part: Partial<Withdrawal>, watched: string | null = 'w1') {
    const onOpen = vi.fn()
    function Home() {
      return <>{useWithdrawalRow({ ...withdrawal, ...part }, onOpen)}</>
    }
    if (watched !== null) writeStored(watchedWithdrawalKey, watched)
    return { ...(await openPart(<Home />)), onOpen }
  }

  test('that is open says where it stands, and opens', async () => {
    const { words, onOpen, user, screen } = await open({})
    expect(words()).toContain('Sent to the bank, not confirmed yet')
    expect(words()).toContain('777.00 baht')
    await user.click(screen.getByRole('button'))
    expect(onOpen).toHaveBeenCalled()
  })

  test('TEXT-44 that is approved and waits is not said to go to the bank', async () => {
    const { words } = await open({
      stage: 'APPROVED',
      reason: 'ACCOUNT_CHANGED',
      notBefore: '2026-03-03T05:00:00.000Z',
    })
    expect(words()).toContain('Approved, waiting for the safety period to end')
    expect(words()).not.toContain('going to the bank')
  })

  test('that ended is shown once, until it was read', async () => {
    const { words, press } = await open({ stage: 'PAID', endedAt: at })
    expect(words()).toContain('Paid into your account')
    await press('Close this message')
    expect(words()).toBe('')
  })

  test('SAY-30 that was read as paid is shown again when its bank sends it back, until that was read', async () => {
    const paid = await open({ stage: 'PAID', endedAt: at })
    await paid.press('Close this message')
    paid.close()
    const still = await open({ stage: 'PAID', endedAt: at }, null)
    expect(still.words()).toBe('')
    still.close()
    const back = { stage: 'RETURNED', reason: 'BANK_REFUSED', endedAt: at } as const
    const bounced = await open(back, null)
    expect(bounced.words()).toContain('Back in your main wallet')
    await bounced.press('Close this message')
    expect(bounced.words()).toBe('')
    bounced.close()
    expect((await open(back, null)).words()).toBe('')
  })

  test('that ended and was not followed here is not shown', async () => {
    const { words } = await open({ stage: 'PAID', endedAt: at }, 'another')
    expect(words()).toBe('')
  })

  test.each([
    ['BANK_REFUSED', 'Your bank did not accept it, or sent it back.', 'Withdraw again'],
    ['BONUS_TERMS', 'The conditions of your bonus are not met yet.', 'See the bonus'],
    ['ACCOUNT_CLOSED', 'This bank account is closed', 'Contact us'],
  ] as const)('that came back for %s says why, and what can be done', async (reason, why, act) => {
    const { words } = await open({ stage: 'RETURNED', reason, endedAt: at })
    expect(words()).toContain('Back in your main wallet')
    expect(words()).toContain(why)
    expect(words()).toContain(act)
  })

  test('a reason of its check is not shown while it is open, what the bank is asked is', async () => {
    const reviewed = await open({ stage: 'REVIEW', reason: 'UNDER_REVIEW' })
    expect(reviewed.words()).not.toContain('Our staff are reviewing')
    reviewed.close()
    const asked = await open({ stage: 'SENT', reason: 'ASKING_BANK' })
    expect(asked.words()).toContain('it will not be paid twice')
  })
})
