// @vitest-environment jsdom
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { sampleWallet } from '../../testing/sample-wallet.ts'
import { InviteSheet } from './invite-sheet.tsx'

const call = 'GET /api/invite/bonus'
const done = { message: 'INVITE_BONUS_SUCCESS' } as const

async function open(amount: number, answers: Answers = {}) {
  const onClose = vi.fn()
  const wallet = sampleWallet({ invite: { amount, success: 150, fail: 25 } })
  const opened = await openPart(<InviteSheet wallet={wallet} onClose={onClose} />, {
    answers: {
      'GET /api/wallet': () => wallet,
      'GET /api/invite/banners': () => [],
      'POST /api/invite': () => ({ total: 0, invites: [] }),
      'GET /api/lookup/conditions': () => ({ conditions: ['<p>One account each.</p>'] }),
      [call]: () => done,
      ...answers,
    },
  })
  const button = await opened.screen.findByRole('button', { name: 'Receive' })
  return { ...opened, button, onClose }
}

test('INV-08 SAY-68 what friends brought is received once, after its condition and those of the house were shown', async () => {
  const { answer, give } = later<typeof done>()
  const { press, words, sentTo, screen, onClose } = await open(45.5, { [call]: () => answer })
  await press('Receive')
  expect(words()).toContain('45.50 baht will be added to your main wallet.')
  expect(words()).toContain('150%')
  expect(words()).toContain('25%')
  await screen.findByText('One account each.')
  expect(sentTo(call)).toEqual([])
  await press('Receive')
  await press('Receive')
  give(done)
  await screen.findByText('Your invite bonus is in your wallet.')
  expect(sentTo(call)).toHaveLength(1)
  await press('Close')
  expect(onClose).toHaveBeenCalledWith(true)
})

test('declined or refused: nothing has changed', async () => {
  const { press, sentTo, screen, onClose, words } = await open(45.5, {
    [call]: () => refuse('REWARD_HELD'),
  })
  await press('Receive')
  await press('Not now')
  expect(sentTo(call)).toEqual([])
  await press('Receive')
  await press('Receive')
  await vi.waitFor(() => expect(screen.queryByText('Receive your invite bonus?')).toBeNull())
  expect(words()).not.toContain('Your invite bonus is in your wallet.')
  await press('Close')
  expect(onClose).toHaveBeenCalledWith(false)
})

test('with nothing to receive the button is off and says when there will be', async () => {
  const { button, words } = await open(0)
  expect(button).toHaveProperty('disabled', true)
  expect(words()).toContain('Nothing to receive yet.')
})

test('SAY-68 conditions that cannot be loaded say so and keep nobody from receiving', async () => {
  const { press, screen, sentTo } = await open(45.5, {
    'GET /api/lookup/conditions': () => refuse('INTERNAL_SERVER_ERROR', {}, 500),
  })
  await press('Receive')
  await screen.findByText('The conditions could not be loaded.')
  await press('Receive')
  await screen.findByText('Your invite bonus is in your wallet.')
  expect(sentTo(call)).toHaveLength(1)
})
