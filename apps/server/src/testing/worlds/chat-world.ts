import type { ChatMessage, Conversation, CustomerMessage } from '@kapao/contract/chat'
import { openGameWorld, type GameWorld, type Player } from './game-world.ts'
import { openSocket, type MemberSocket } from '../doubles/member-socket.ts'
import type { Answer, CallOptions } from './test-app.ts'

/** A sender: a member with a token, or a guest with a signed id. */
export type Talker = {
  call: (name: string, options?: CallOptions) => Promise<Answer>
  say: (text: string, id?: string) => Promise<Answer>
  send: (message: CustomerMessage, more?: object) => Promise<Answer>
  press: (answer: string) => Promise<Answer>
  /** Newest first, as the call returns it. */
  history: (page?: { skip?: number; limit?: number }) => Promise<Conversation[]>
  socket: (address?: string) => Promise<MemberSocket>
  upload: (
    kind: 'image' | 'video',
    bytes: Uint8Array<ArrayBuffer>,
    name?: string,
  ) => Promise<Answer>
  config: () => Promise<Answer['body']>
}

export type ChatWorld = GameWorld & {
  talkerOf: (player: Pick<Player, 'token'>, address?: string) => Talker
  addGuest: (address?: string) => Promise<Talker & { guestId: string }>
}

/** A world with members and guests who chat with us. */
export async function openChatWorld(
  config: Parameters<typeof openGameWorld>[0] = {},
): Promise<ChatWorld> {
  const world = await openGameWorld(config)
  return {
    ...world,
    talkerOf: ({ token }, address = world.address) =>
      talker(world, { authorization: `Bearer ${token}` }, { auth: { token }, address }),
    addGuest: async (address = world.address) => {
      const { guestId } = (await world.call('GET /api/chat/config')).body
      return { ...talker(world, { 'x-guest': guestId }, { auth: { guestId }, address }), guestId }
    },
  }
}

function talker(
  world: GameWorld,
  headers: Record<string, string>,
  { auth, address }: { auth: object; address: string },
): Talker {
  const call: Talker['call'] = (name, options = {}) =>
    world.call(name, { ...options, headers: { ...headers, ...options.headers } })
  const send: Talker['send'] = (message, more = {}) =>
    call('POST /api/chat/send-message', { body: { message, sender: 'customer', ...more } })
  return {
    call,
    send,
    say: (message, id) =>
      send({
        message_type: 'text',
        payload: { message },
        ...(id === undefined ? {} : { deliver: { id, status: 'sending' } }),
      }),
    press: (answer) =>
      send({ message_type: 'postback', payload: { title: answer, message: answer } }),
    history: async ({ skip = 0, limit = 100 } = {}) =>
      (await call('POST /api/chat/history', { body: { skip, limit } })).body,
    socket: (at = address) => openSocket(at, auth),
    upload: async (kind, bytes, name = 'file') => {
      const form = new FormData()
      form.set('file', new Blob([bytes]), name)
      const response = await fetch(`${address}/api/chat/upload-${kind}`, {
        method: 'POST',
        body: form,
        headers: { ...headers, 'x-client': 'wallet-user' },
      })
      const text = await response.text()
      const body = text === '' ? null : JSON.parse(text)
      return { status: response.status, body, text, headers: response.headers }
    },
    config: async () => (await call('GET /api/chat/config')).body,
  }
}

/** The text of a message of any kind. */
export function wordsOf({ message }: { message: ChatMessage }): string {
  return 'payload' in message ? (message.payload.message ?? '') : ''
}

/** Waits until a condition holds. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 10) {
    if (isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`this never happened: ${what}`)
}
