// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { emitPush } from '#core/live/pushes.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { BottomMenu, MenuLink } from '../../shell/bottom-menu.tsx'
import { NoticeMarks } from './notice-marks.tsx'

async function open(unread: number, isOn = true) {
  const server = { unread }
  const opened = await openPart(
    <>
      <BottomMenu label="Menu">
        <MenuLink to="/user/contact" path="" label="Contact" />
      </BottomMenu>
      <NoticeMarks />
    </>,
    {
      answers: {
        'GET /api/notices/marks': () => ({
          notices: 0,
          talk: server.unread,
          warning: null,
          lastSignIn: null,
          mayAddPasskey: false,
        }),
        'GET /api/lookup/enableChatWidget': () => ({ enableChatWidget: isOn }),
      },
    },
  )
  const push = async (unread: number, isTyping = false) => {
    server.unread = unread
    await act(async () => emitPush({ name: 'chat', push: { unread, seen: 0, isTyping } }))
  }
  const name = (): string => opened.screen.getByRole('link').textContent ?? ''
  return { ...opened, push, name }
}

test('SAY-17 unread answers are counted at the entry for contact and read aloud with it', async () => {
  const { name } = await open(4)
  await vi.waitFor(() => expect(name()).toBe('Contact4, 4 new messages'))
})

test('SAY-17 the number follows what is pushed, and goes when everything was read', async () => {
  const { name, push, sentTo } = await open(0)
  await vi.waitFor(() => expect(sentTo('GET /api/notices/marks')).toHaveLength(1))
  expect(name()).toBe('Contact')
  await push(1)
  await vi.waitFor(() => expect(name()).toBe('Contact1, 1 new message'))
  // Somebody types: no number has changed, and nothing is asked.
  await push(1, true)
  expect(sentTo('GET /api/notices/marks')).toHaveLength(2)
  await push(12)
  await vi.waitFor(() => expect(name()).toBe('Contact9+, 12 new messages'))
  await push(0)
  await vi.waitFor(() => expect(name()).toBe('Contact'))
})

test('SAY-17 what cannot be read, because the chat is switched off, is not counted', async () => {
  const { name, sentTo } = await open(4, false)
  await vi.waitFor(() => expect(sentTo('GET /api/lookup/enableChatWidget')).toHaveLength(1))
  expect(name()).toBe('Contact')
})
