import { z } from 'zod'
import { controlCall, type ControlCall } from '../actor.ts'
import { Impossible } from '../call.ts'
import type { Messenger } from './messenger.ts'

/** Controls for messages on their way to the app, from any sender. */
export function messengerCalls(messenger: Messenger): ControlCall[] {
  return [
    controlCall({
      name: 'app.address',
      method: 'POST',
      path: '/app',
      summary: 'The address at which the app receives the messages of banks and gateways.',
      input: z.strictObject({ url: z.url({ protocol: /^https?$/ }) }),
      run: ({ url }) => messenger.setAddress(url.replace(/\/+$/, '')),
    }),
    controlCall({
      name: 'messages.list',
      method: 'GET',
      path: '/messages',
      summary: 'The messages sent to the app, newest first, each with its replies.',
      input: z.strictObject({ from: z.string().optional() }),
      run: ({ from = '' }) => messenger.list().filter((one) => one.from.startsWith(from)),
    }),
    controlCall({
      name: 'messages.again',
      method: 'POST',
      path: '/messages/:id/again',
      summary: 'Sends a message again, including a lost one.',
      input: z.strictObject({ id: z.coerce.number().int() }),
      run: async ({ id }) => {
        const tries = await messenger.again(id)
        if (!tries) throw new Impossible(`There is no message ${id}.`)
        return tries
      },
    }),
    controlCall({
      name: 'messages.plan',
      method: 'POST',
      path: '/messages/plan',
      summary: 'Loses, doubles or delays the next messages, perhaps of one sender only.',
      input: z.strictObject({
        kind: z.enum(['lose', 'duplicate', 'delay']),
        from: z.string().default(''),
        count: z.coerce.number().int().min(1).max(1000).default(1),
        delayMs: z.coerce.number().int().min(0).max(600_000).default(5000),
      }),
      run: ({ count, ...mishap }) => messenger.plan(mishap, count),
    }),
  ]
}
