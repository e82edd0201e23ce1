// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { keepToken } from '#core/session/token.ts'
import { continueInChat, readChatDraft } from '#shared/chat-draft.ts'
import { openPart } from '../../testing/open-part.tsx'
import { ChatWidget } from './chat-widget.tsx'

const send = 'POST /api/chat/send-message'

async function open() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn()
      disconnect = vi.fn()
    },
  )
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: vi.fn() }),
  )
  return openPart(<ChatWidget />, {
    answers: {
      'GET /api/chat/config': () => ({ PREFIX: 'p', unread: 0, seen: 0 }),
      'GET /api/account/profile': () =>
        ({ _id: 'A1', username: '0812345678', name: 'SOMCHAI' }) as never,
      'POST /api/chat/history': () => [],
    },
  })
}

test('SAY-48 opens with what was handed over in its field, and sends nothing by itself', async () => {
  keepToken('token-of-the-test', false)
  continueInChat({
    words: 'Please check my slip SLIP7K2.',
    file: new File(['png'], 'slip.png', { type: 'image/png' }),
  })
  const { screen, words, sentTo } = await open()
  expect(await screen.findByRole('textbox')).toHaveProperty(
    'value',
    'Please check my slip SLIP7K2.',
  )
  expect(words()).toContain('slip.png')
  expect(sentTo(send)).toEqual([])
  // Once: the next visit begins empty.
  expect(readChatDraft()).toBeNull()
})

test('without anything handed over it stays closed', async () => {
  const { screen } = await open()
  expect(screen.queryByRole('textbox')).toBeNull()
})
