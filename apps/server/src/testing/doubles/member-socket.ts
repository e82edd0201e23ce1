import type { Conversation } from '@kapao/contract/chat'
import type { ClientEvents, PushName, ServerEvents } from '@kapao/contract/events'
import { io, type Socket } from 'socket.io-client'
import type { RawAnswers } from '#core/http/broken-request.ts'

export type MemberSocket = {
  socket: Socket<ServerEvents, ClientEvents>
  /** Every received push, in order. */
  pushes: { name: PushName; push: unknown }[]
  /** Every received chat message, in order. */
  messages: Conversation[]
  /** Resolves when one of this name has arrived. */
  nextPush: (name: PushName) => Promise<unknown>
  /** Resolves with the reason when the connection is cut. */
  cut: Promise<string>
}

/** The options with which a test's own server admits sockets. */
export const quietDoor: RawAnswers = {
  headers: {},
  log: { info: () => undefined },
  newRequestId: () => 'test-1',
}

const names = ['wallet', 'deposit', 'transfer', 'withdrawal', 'reward', 'chat'] as const
const patienceMs = 5_000
const everyMs = 10

/** Opens a socket as the page does; rejects with the message of a refusal. */
export async function openSocket(
  address: string,
  auth: object,
  options: Exclude<Parameters<typeof io>[1], undefined> = {},
): Promise<MemberSocket> {
  const socket: Socket<ServerEvents, ClientEvents> = io(address, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth,
    ...options,
  })
  const pushes: MemberSocket['pushes'] = []
  for (const name of names) socket.on(name, (push: unknown) => void pushes.push({ name, push }))
  const messages: Conversation[] = []
  socket.on('messaging', (message) => void messages.push(message))
  const cut = new Promise<string>((resolve) => void socket.once('disconnect', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', (error) => {
      socket.close()
      reject(error)
    })
  })
  return {
    socket,
    pushes,
    messages,
    cut,
    nextPush: async (name) => {
      for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += everyMs) {
        const found = pushes.find((one) => one.name === name)
        if (found) return found.push
        await new Promise((resolve) => setTimeout(resolve, everyMs))
      }
      throw new Error(`no push ${name} came`)
    },
  }
}
