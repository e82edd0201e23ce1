import type { ClientEvents, Push, PushName, ServerEvents } from '@kapao/contract/events'
import { socketCheckMs, socketReconnectMs } from '@kapao/contract/limits'
import { io, type Socket } from 'socket.io-client'
import { chatSocketOptions } from './chat-options.ts'
import { tellPush, type NamedPush } from './pushes.ts'

export type LineState = 'up' | 'down' | 'refused'

// The contract's own list would bring its schemas along, which the page must not load.
const names: Record<PushName, true> = {
  wallet: true,
  deposit: true,
  transfer: true,
  withdrawal: true,
  reward: true,
  chat: true,
}
/** After a restart of the server all pages reconnect; random pauses spread them. */
const longestPauseMs = 5_000

/** Opens the socket to the server of the page; the token is sent in the handshake and never in an address. */
export function openSocket(token: string, onState: (state: LineState) => void): () => void {
  const socket: Socket<ServerEvents, ClientEvents> = io({
    transports: ['websocket'],
    auth: { token },
    reconnectionDelay: socketReconnectMs,
    reconnectionDelayMax: longestPauseMs,
  })
  socket.on('connect', () => onState('up'))
  // If the server disconnects, the socket is not opened again: the session has ended, or this member has too many
  // sockets.
  socket.on('disconnect', (reason) =>
    onState(reason === 'io server disconnect' ? 'refused' : 'down'),
  )
  socket.on('connect_error', () => onState(socket.active ? 'down' : 'refused'))
  for (const name of Object.keys(names) as PushName[])
    socket.on(name, (push: unknown) => tellPush({ name, push } as NamedPush))
  return () => void socket.close()
}

export type ChatLink = {
  /** The address of the chat server. */
  address: string
  auth: { token: string } | { guestId: string }
  /** The room that the page requests; the server decides which one it joins. */
  room: string
}

type Conversation = Parameters<ServerEvents['messaging']>[0]

export type ChatEvents = {
  onState: (state: LineState) => void
  onMessage: (message: Conversation) => void
  onChat: (push: Push<'chat'>) => void
}

/** The socket of the chat, for its writer. */
export type OpenChat = { close: () => void; sendTyping: () => void }

/** Opens the socket of the chat, and checks every five seconds whether it is still connected. */
export function openChatSocket({ address, auth, room }: ChatLink, events: ChatEvents): OpenChat {
  const socket: Socket<ServerEvents, ClientEvents> = io(address, { ...chatSocketOptions, auth })
  socket.on('connect', () => {
    socket.emit('join', room)
    events.onState('up')
  })
  socket.on('disconnect', () => events.onState('down'))
  socket.on('connect_error', () => events.onState(socket.active ? 'down' : 'refused'))
  socket.on('messaging', events.onMessage)
  socket.on('chat', events.onChat)
  const check = setInterval(() => {
    if (!socket.connected) socket.connect()
  }, socketCheckMs)
  return {
    close: () => {
      clearInterval(check)
      socket.close()
    },
    // Typing is not reported later if the socket is down now.
    sendTyping: () => void socket.volatile.emit('typing'),
  }
}
