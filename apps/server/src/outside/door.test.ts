import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { movableClock } from '../testing/test-app.ts'
import { openDoor } from './door.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function neighbour(listener: RequestListener) {
  let connections = 0
  const server = createServer(listener).on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  closing.push(close)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, countConnections: () => connections, close }
}

function knock(url: string, timeoutMs = 8_000) {
  const door = openDoor({ clock: movableClock(), timeoutMs, atOnceMax: 8 })
  return door({ method: 'POST', url, body: 'a=1' })
}

test('calls that follow each other share a connection', async () => {
  const there = await neighbour((_, response) => response.end('\uFEFFyes'))
  for (let call = 0; call < 3; call += 1)
    expect(await knock(there.url)).toEqual({ status: 200, text: 'yes' })
  expect(there.countConnections()).toBe(1)
})

test('a redirect is a reply and is not followed', async () => {
  const there = await neighbour((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  )
  expect(await knock(there.url)).toEqual({ status: 302, text: '' })
})

test('where nobody listens, and at what is no address, nothing has been heard', async () => {
  const there = await neighbour(() => undefined)
  there.close()
  await expect(knock(there.url)).rejects.toMatchObject({ reached: 'never' })
  await expect(knock('no address')).rejects.toMatchObject({ reached: 'never' })
})

test('a connection that is cut before or within the reply may have been heard', async () => {
  const before = await neighbour((request) => request.socket.destroy())
  await expect(knock(before.url)).rejects.toMatchObject({ reached: 'perhaps' })
  const within = await neighbour((request, response) => {
    response.writeHead(200, { 'content-length': 9 })
    response.write('half', () => request.socket.destroy())
  })
  await expect(knock(within.url)).rejects.toMatchObject({ reached: 'perhaps' })
})

test('a reply that takes longer than a connection may be idle is waited for, until the limit', async () => {
  const slow = await neighbour((_, response) => setTimeout(() => response.end('late'), 4_500))
  await expect(knock(slow.url, 500)).rejects.toMatchObject({ reached: 'perhaps' })
  expect(await knock(slow.url, 30_000)).toEqual({ status: 200, text: 'late' })
}, 40_000)
