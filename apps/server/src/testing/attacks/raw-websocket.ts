import { once } from 'node:events'
import type { Socket } from 'node:net'
import { openRaw } from './raw-socket.ts'

export const opcodes = { more: 0, text: 1, binary: 2, ping: 9, pong: 10 } as const

/** A frame as a client sends it; its mask is zero, which changes nothing. */
export function frame(text: string, opcode: number = opcodes.text, isLast = true): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const sizes = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([(isLast ? 0x80 : 0) | opcode, ...sizes, 0, 0, 0, 0]), payload])
}

export type RawWebSocket = {
  socket: Socket
  text: () => string
  closed: Promise<void>
  isClosed: () => boolean
  send: (...frames: Buffer[]) => void
  /** Resolves when this text has arrived. */
  waitFor: (part: string) => Promise<void>
}

const handshake = (port: number, more: string): string =>
  `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: Upgrade\r\n` +
  `upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`

/** A connection as hostile programs open it: any frame may be sent, and nothing needs to be read. */
export async function openRawWebSocket(
  port: number,
  {
    from = '127.0.0.1',
    headers = '',
    early = '',
  }: { from?: string; headers?: string; early?: Buffer | string } = {},
): Promise<RawWebSocket> {
  const raw = await openRaw(port, { from })
  raw.socket.write(Buffer.concat([Buffer.from(handshake(port, headers)), Buffer.from(early)]))
  const waitFor = async (part: string): Promise<void> => {
    while (!raw.text().includes(part)) {
      if (raw.isClosed())
        throw new Error(`the connection was closed before ${part} came: ${raw.text()}`)
      await Promise.race([once(raw.socket, 'data'), raw.closed])
    }
  }
  return {
    ...raw,
    waitFor,
    send: (...frames) => void raw.socket.write(Buffer.concat(frames)),
  }
}
