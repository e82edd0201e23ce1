// @vitest-environment jsdom
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { CredentialsCard } from './credentials-card.tsx'
import { useCredentials } from './queries.ts'

const renewal = 'GET /api/wallet/resetpassword/{slotCode}'

function Shown() {
  return <CredentialsCard credentials={useCredentials('pg')} />
}

async function open(answers: Answers = {}) {
  const part = await openPart(<Shown />, {
    answers: {
      'GET /api/wallet/account/{slotCode}': () => ({
        username: 'kapao-77',
        password: 'Secret99',
        event: '',
      }),
      [renewal]: () => ({ username: 'kapao-77', password: 'Fresh111' }),
      ...answers,
    },
  })
  await part.screen.findByText('kapao-77')
  return { ...part, copied: () => navigator.clipboard.readText() }
}

test('a hidden password is copied as it is, without being shown', async () => {
  const { press, copied, words } = await open()
  expect(words()).not.toContain('Secret99')
  await press('Copy: Password')
  expect(await copied()).toBe('Secret99')
  await press('Copy: Username')
  expect(await copied()).toBe('kapao-77')
  await press('Show password')
  expect(words()).toContain('Secret99')
  await press('Hide password')
  expect(words()).not.toContain('••••••••Secret99')
})

test('a new password is asked for once more, and shown instead of the old one', async () => {
  const { press, sentTo, words, screen } = await open()
  await press('New password')
  expect(sentTo(renewal)).toEqual([])
  await press('Confirm')
  await screen.findByText('Fresh111')
  expect(sentTo(renewal)).toEqual([{ slotCode: 'pg' }])
  expect(words()).not.toContain('Secret99')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('declined, or refused by the game: the old one stays', async () => {
  const { press, sentTo, words, screen } = await open({
    [renewal]: () => refuse('SLOT_ACTIVATE_FAIL'),
  })
  await press('New password')
  await press('Cancel')
  expect(sentTo(renewal)).toEqual([])
  await press('New password')
  await press('Confirm')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Show password')
  expect(words()).toContain('Secret99')
})
