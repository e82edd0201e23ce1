import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type CutProxy = {
  address: string
  /** Cuts every connection when this many more bytes have passed, in either direction, and then refuses new ones. */
  cutAfter: (bytes: number) => void
  isCut: () => boolean
  /** Restores the connection. */
  mend: () => void
  close: () => void
}

/** A proxy between a page and its server that breaks in the middle of a byte stream. */
export async function startCutProxy(app: string): Promise<CutProxy> {
  const { hostname, port } = new URL(app)
  const sockets = new Set<Socket>()
  let left = Infinity
  let isDown = false

  const cut = (): void => {
    isDown = true
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (part) => {
      const passed = part.subarray(0, Math.min(part.length, left))
      left -= part.length
      if (left > 0) to.write(passed)
      else if (passed.length === 0) cut()
      // The bytes before the cut still arrive.
      else to.write(passed, cut)
    })
  }
  const server = createServer((client) => {
    if (isDown) {
      client.resetAndDestroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter: (bytes) => (left = bytes),
    isCut: () => isDown,
    mend: () => {
      isDown = false
      left = Infinity
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
