import { expect, test } from 'vitest'
import type { z } from 'zod'
import { messaging, pushes, roomOf } from './events.ts'

test('a room is the prefix and the id of the member or guest', () => {
  expect(roomOf('KAPAO', 'm1')).toBe('KAPAO-m1')
})

test('a message on the socket is a conversation of the history', () => {
  const message = {
    _id: 'c1',
    seq: 1,
    sender: 'other',
    message: { message_type: 'text', payload: { message: 'hello' } },
    createdAt: '2026-11-21T05:00:00.000Z',
    session_id: 's1',
    userId: 'm1',
    guestId: null,
    username: null,
    name: null,
    deviceToken: '',
  }
  expect(messaging.safeParse(message).success).toBe(true)
  expect(messaging.safeParse({ ...message, sender: 'operator' }).success).toBe(false)
})

test('pushes report that something changed, and never an amount', () => {
  const fields = Object.values(pushes).flatMap((push: z.ZodObject) => Object.keys(push.shape))
  expect(Object.keys(pushes)).toEqual([
    'wallet',
    'deposit',
    'transfer',
    'withdrawal',
    'reward',
    'chat',
  ])
  expect(fields.filter((field) => /amount|balance/i.test(field))).toEqual([])
})
