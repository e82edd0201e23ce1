import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends bytes unchanged and returns everything received until the other side closes. */
export function exchange(
  port: number,
  bytes: string | Uint8Array,
  waitMs = 20_000,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error('the connection was not closed in time'))
    }, waitMs)
    socket.setEncoding('utf8')
    socket.on('data', (part) => (text += part))
    // A reset after the answer is an end like any other; what was received counts.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
}

export type RawConnection = {
  socket: Socket
  /** The text received so far. */
  text: () => string
  /** Resolves when either side has ended the connection. */
  closed: Promise<void>
  isClosed: () => boolean
}

/** A connection from another address of this machine, which reads immediately, or not at all. */
export async function openRaw(
  port: number,
  { from = '127.0.0.1', reads = true }: { from?: string; reads?: boolean } = {},
): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  let text = ''
  let isClosed = false
  socket.setEncoding('latin1')
  if (reads) socket.on('data', (part) => (text += String(part)))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true
      resolve()
    })
  })
  await Promise.race([once(socket, 'connect'), closed])
  return { socket, text: () => text, closed, isClosed: () => isClosed }
}
