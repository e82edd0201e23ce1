import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Target } from './target.ts'

const openPatienceMs = 5_000
/** The most unsent bytes on the client's side; more would measure the attacker's memory. */
const unsentMax = 4 * 1024 * 1024

type Packets = { afterHello: boolean; packet: string; batch: number; packetsMax: number }

/**
 * One guest's socket that sends the same packet as fast as it is accepted; when cut, it reconnects, as an attacker
 * would.
 */
function flood({ afterHello, packet, batch, packetsMax }: Packets): Attack {
  return async (target) => {
    const end = performance.now() + target.seconds * 1_000
    let sent = 0
    while (performance.now() < end && sent < packetsMax) {
      const socket = await open(target, afterHello)
      while (
        socket?.readyState === WebSocket.OPEN &&
        performance.now() < end &&
        sent < packetsMax
      ) {
        if (socket.bufferedAmount < unsentMax)
          for (let n = 0; n < batch; n += 1, sent += 1) socket.send(packet)
        await sleep(0)
      }
      socket?.close()
      await sleep(20)
    }
  }
}

async function open({ app }: Target, afterHello: boolean): Promise<WebSocket | null> {
  const guestId = afterHello ? await guestOf(app) : null
  const socket = new WebSocket(`${app.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  socket.addEventListener('error', () => undefined)
  const opened = new Promise<boolean>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const text = String(data)
      if (text.startsWith('0') && guestId === null) resolve(true)
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ guestId })}`)
      else if (text.startsWith('40')) resolve(true)
    })
    socket.addEventListener('close', () => resolve(false))
  })
  const isOpen = await Promise.race([opened, sleep(openPatienceMs).then(() => false)])
  return isOpen ? socket : null
}

async function guestOf(app: string): Promise<string> {
  const reply = await fetch(`${app}/api/chat/config`)
  return ((await reply.json()) as { guestId: string }).guestId
}

export const strangeNamespaces = flood({
  afterHello: true,
  packet: '40/x,',
  batch: 500,
  packetsMax: 800_000,
})
export const longNamespaces = flood({
  afterHello: true,
  packet: `40/${'n'.repeat(60_000)},`,
  batch: 20,
  packetsMax: 12_000,
})
export const badHellos = flood({
  afterHello: false,
  packet: '40{bad}',
  batch: 1_000,
  packetsMax: 150_000,
})
export const pongs = flood({ afterHello: true, packet: '3', batch: 500, packetsMax: 800_000 })
