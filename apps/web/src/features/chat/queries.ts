import { isVideo } from '@kapao/contract/attachment'
import { chatPageSize } from '@kapao/contract/limits'
import { call, send } from '#core/api.ts'
import { upload } from '#core/files/upload.ts'
import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { randomKey } from '#core/calls/random-key.ts'
import { whenIdle } from '#core/start/idle.ts'
import { readChatAddress } from '#core/live/chat-address.ts'
import { readToken } from '#core/session/token.ts'
import { readStored, writeStored } from '#core/storage.ts'
import { createChat, type Chat } from './engine/chat.ts'
import type { ChatDeps, Link, LinkEvents } from './engine/deps.ts'
import { outbox } from './engine/outbox.ts'

const guestKey = 'guest-id'

type Speaker =
  | { token: string; userId: string; username: string; name: string }
  | { token: null; guestId: string }

/** True for a member, and for a guest who has written to us before: an answer may be waiting. */
export function isKnownHere(): boolean {
  return readToken() !== null || readStored(guestKey) !== null
}

/** Opens the chat of the current participant: a member, or a guest by the id that the server has signed. */
export function openChat(): Chat {
  const address = readChatAddress()
  let speaker: Speaker | null = null
  let prefix = ''

  async function open() {
    const token = readToken()
    const config = await send('GET /api/chat/config', undefined, { headers: guestHeaders() })
    prefix = config.PREFIX
    if (token === null) {
      if (config.guestId !== undefined) writeStored(guestKey, config.guestId)
      speaker = { token, guestId: config.guestId ?? readStored(guestKey) ?? '' }
    } else {
      const { _id: userId, username, name } = await call('GET /api/account/profile')
      speaker = { token, userId, username, name }
    }
    return { id: idOf(speaker), unread: config.unread, seen: config.seen }
  }
  const named = () => ({
    userId: speaker?.token == null ? null : speaker.userId,
    guestId: speaker?.token === null ? speaker.guestId : null,
  })
  const options = () => ({ headers: speaker?.token === null ? { 'x-guest': speaker.guestId } : {} })

  const deps: ChatDeps = {
    open,
    readPage: (skip) =>
      send('POST /api/chat/history', { ...named(), limit: chatPageSize, skip }, options()),
    send: (message, session) => {
      const who = speaker?.token == null ? {} : { username: speaker.username, name: speaker.name }
      const sent = { ...named(), ...who, sender: 'customer', message, session_id: session }
      return send('POST /api/chat/send-message', { ...sent, deviceToken: '' }, options())
    },
    upload: async (file, uploading) => {
      const form = new FormData()
      form.set('file', file, file.name)
      const fileType = isVideo(file.type) ? 'video' : 'image'
      const name =
        fileType === 'video' ? 'POST /api/chat/upload-video' : 'POST /api/chat/upload-image'
      const { path } = await upload(name, form, { ...uploading, ...options() })
      return { fileType, filePath: path, name: file.name }
    },
    markRead: (seq) => send('PUT /api/chat/read-customer/', { ...named(), seq }, options()),
    openLink:
      address === null
        ? null
        : (events) => (speaker ? openLink({ address, prefix, speaker }, events) : noLink),
    outbox: {
      read: outbox.read,
      // A message in flight when its member logs out must not write the outbox again.
      write: (who, waiting) => {
        if (speaker?.token === readToken()) outbox.write(who, waiting)
      },
    },
    isWorthAsking,
    makeId: randomKey,
    preview: { make: (file) => URL.createObjectURL(file), drop: (it) => URL.revokeObjectURL(it) },
  }
  return createChat(deps)
}

function idOf(speaker: Speaker): string {
  return speaker.token === null ? speaker.guestId : speaker.userId
}

function guestHeaders(): Record<string, string> {
  const guestId = readStored(guestKey)
  return readToken() === null && guestId !== null ? { 'x-guest': guestId } : {}
}

const noLink: Link = { close: () => undefined, sendTyping: () => undefined }

/** The library loads when the page is idle; if its file cannot be loaded there is no socket, and the page polls. */
function openLink(
  { address, prefix, speaker }: { address: string; prefix: string; speaker: Speaker },
  events: LinkEvents,
): Link {
  let open: Link | null = null
  let isClosed = false
  const auth = speaker.token === null ? { guestId: speaker.guestId } : { token: speaker.token }
  const openSoon = async (): Promise<void> => {
    const { openChatSocket } = await import('#core/live/socket.ts')
    if (isClosed) return
    open = openChatSocket({ address, auth, room: `${prefix}-${idOf(speaker)}` }, events)
  }
  whenIdle(() => void openSoon().catch(() => undefined))
  return {
    close: () => {
      isClosed = true
      open?.close()
    },
    sendTyping: () => open?.sendTyping(),
  }
}
