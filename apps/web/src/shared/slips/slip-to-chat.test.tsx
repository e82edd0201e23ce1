// @vitest-environment jsdom
import { slipReasons as reasons } from '@kapao/contract/refusals'
import { describe, expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { forgetChatDraft, readChatDraft } from '../chat-draft.ts'
import { keepToken } from '#core/session/token.ts'
import { slipReasons as english } from '#text/en/slip-reasons.ts'
import { SlipFate } from '../../features/deposit/slip/slip-stages.tsx'
import { SlipTable } from '../../features/statement/slips/slip-table.tsx'
import { asksUs, type Slip } from './slip-to-chat.ts'

const slip: Slip = {
  reference: 'SLIP7K2',
  createdAt: '2026-03-02T05:00:00.000Z',
  amount: 300,
  currency: 'BAHT',
  status: 'FAILED',
  note: 'NOT_MATCH',
  link: null,
}
const picture = 'GET /api/statement/slip/reference/{reference}'

async function open(part: React.ReactNode, answers: Answers = {}) {
  const opened = await openPart(part, {
    answers: {
      'POST /api/statement/slip': () => ({ total: 1, slips: [slip] }),
      [picture]: () => ({ url: '/files/slip.png' }),
      ...answers,
    },
  })
  const others = fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address === '/files/slip.png'
      ? Promise.resolve(new Response('png', { headers: { 'content-type': 'image/png' } }))
      : others(address, init),
  )
  return opened
}

test('SAY-48 exactly the reasons that say to contact us lead to us', () => {
  const saying = reasons.filter((note) => /contact/.test(english[note]))
  expect(reasons.filter((note) => asksUs({ status: 'FAILED', note }))).toEqual(saying)
  expect(asksUs({ status: 'PENDING', note: null })).toBe(false)
})

describe('a refused slip', () => {
  test.each([
    [
      'of the deposit',
      <SlipFate key="1" stage="sent" reference="SLIP7K2" preview={null} onAnother={vi.fn()} />,
    ],
    ['in the list', <SlipTable key="2" slips={[slip]} />],
  ])('SAY-48 %s is handed over to the chat with its picture', async (_name, part) => {
    const { screen, press, sentTo } = await open(part)
    await screen.findByRole('button', { name: 'Send it in the chat' })
    await press('Send it in the chat')
    await vi.waitFor(() => expect(readChatDraft()).not.toBeNull())
    const { words, file } = readChatDraft()!
    expect(words).toContain('SLIP7K2')
    expect([file?.name, file?.type]).toEqual(['slip.png', 'image/png'])
    expect(sentTo(picture)).toEqual([{ reference: 'SLIP7K2' }])
    expect(location.pathname).toBe('/user/contact')
    // The next member to log in on this page is handed nothing.
    keepToken('token-of-another', false)
    expect(readChatDraft()).toBeNull()
    forgetChatDraft()
  })

  test('SAY-48 whose picture cannot be read is named in words', async () => {
    const { screen, press } = await open(<SlipTable slips={[slip]} />, {
      [picture]: () => ({ status: 404, refused: { code: 'NO_DATA' } }),
    })
    await screen.findByRole('button', { name: 'Send it in the chat' })
    await press('Send it in the chat')
    await vi.waitFor(() => expect(readChatDraft()?.words).toContain('SLIP7K2'))
    expect(readChatDraft()!.file).toBeNull()
    forgetChatDraft()
  })

  test('one that only has to be sent again has no such button', async () => {
    const again: Slip = { ...slip, note: 'INVALID_SLIP' }
    const { screen, words } = await open(<SlipTable slips={[again]} />)
    await vi.waitFor(() => expect(words()).toContain('Unreadable slip'))
    expect(screen.queryByRole('button', { name: 'Send it in the chat' })).toBeNull()
  })
})
