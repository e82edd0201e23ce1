import type { IncomingMessage } from 'node:http'
import { constants, type Http2ServerRequest, type Http2Session } from 'node:http2'
import type { FastifyInstance } from 'fastify'
import type { Connections } from '../jobs/shutdown.ts'

/** Streams at once on one connection; one of our pages requests about twenty files. */
const streamsMax = 32
/** Streams that are reset: at once, and per second. Leaving a page resets all of its streams. */
const takenBack = { streamResetBurst: 200, streamResetRate: 20 }
/** Invalid frames, and streams over the limit, before the connection ends. */
const wrongMax = { maxSessionInvalidFrames: 50, maxSessionRejectedStreams: 50 }
const handshakeMs = 10_000

/**
 * When this process terminates TLS, browsers get HTTP/2: on a slow line the page's files share one connection.
 * HTTP/1.1 stays for clients without it, and for sockets.
 */
export function http2Options(
  tls: { key: string | Buffer; cert: string | Buffer },
  timing: object,
  idleMs: number,
): object {
  const settings = { maxConcurrentStreams: streamsMax }
  const floods = { ...takenBack, ...wrongMax, handshakeTimeout: handshakeMs }
  return {
    http2: true,
    http2SessionTimeout: idleMs,
    https: { ...tls, ...timing, ...floods, settings, allowHTTP1: true },
  }
}

/** For a request of HTTP/2, which has no connection of its own to cut. */
export function cutStream(request: IncomingMessage | Http2ServerRequest): boolean {
  if (!('stream' in request)) return false
  request.stream.close(constants.NGHTTP2_CANCEL)
  return true
}

/** Answers how to end idle connections and how to cut all, in every version of HTTP. */
export function followConnections(server: FastifyInstance['server']): Connections {
  const sessions = new Set<Http2Session>()
  server.on('session', (session: Http2Session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  const cutIdle = (): void => {
    // Accepts no new stream and ends when the open ones have ended.
    for (const session of sessions) if (!session.closed) session.close()
    ;(server as { closeIdleConnections?: () => void }).closeIdleConnections?.()
  }
  return {
    cutIdle,
    cutAll: () => {
      for (const session of sessions) session.destroy()
      if ('closeAllConnections' in server) server.closeAllConnections()
      else cutIdle()
    },
  }
}
