import { connect } from 'node:net'

/** Sends bytes as they are and answers everything that comes back until the other side closes. */
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
    // A reset after the answer is an end like any other; what was read counts.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
}
