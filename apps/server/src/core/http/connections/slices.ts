import type { Socket } from 'node:net'

/** One or two requests of a browser; of the shortest possible, some thirty. */
const sliceBytes = 512

/**
 * The parser of Node reads everything that has come at once, which may be thousands of requests in 64 KB, and cannot be
 * stopped in the middle. So it gets what has come in slices, for as long as it may. To be called when the server has taken
 * the socket; answers how to give the socket back to whoever upgrades it.
 */
export function readInSlices(socket: Socket, mayGoOn: () => boolean): () => void {
  const readers = socket.listeners('data') as ((bytes: Buffer) => void)[]
  const read = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length && mayGoOn(); at += sliceBytes) {
      // After the request that asks to be upgraded nothing may follow before its answer.
      if (socket.listenerCount('data', read) === 0) return void socket.destroy()
      const slice = bytes.subarray(at, at + sliceBytes)
      for (const reader of readers) reader.call(socket, slice)
    }
  }
  socket.on('data', read)
  for (const reader of readers) socket.removeListener('data', reader)
  return () => void socket.removeListener('data', read)
}
