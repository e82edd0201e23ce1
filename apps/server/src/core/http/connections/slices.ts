import type { Socket } from 'node:net'

/** One or two requests of a browser; about thirty of the shortest possible. */
const sliceBytes = 512

/**
 * Node's parser reads all received bytes at once, which may be thousands of requests in 64 KB, and cannot be stopped
 * midway. So it receives the bytes in slices, while it may continue. Call it after the server has taken the socket;
 * answers a function that releases the socket for an upgrade.
 */
export function readInSlices(socket: Socket, mayGoOn: () => boolean): () => void {
  const readers = socket.listeners('data') as ((bytes: Buffer) => void)[]
  const read = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length && mayGoOn(); at += sliceBytes) {
      // After an upgrade request nothing may follow before its answer.
      if (socket.listenerCount('data', read) === 0) return void socket.destroy()
      const slice = bytes.subarray(at, at + sliceBytes)
      for (const reader of readers) reader.call(socket, slice)
    }
  }
  socket.on('data', read)
  for (const reader of readers) socket.removeListener('data', reader)
  return () => void socket.removeListener('data', read)
}
