import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export type TwoBuilds = {
  address: string
  /** From now on the next build is served; the files of the first are gone, as after a deploy. */
  deploy: () => void
  /** Calls whose path begins like this are never answered. */
  hold: (path: string) => void
  /** Files whose path begins like this are missing in every build. */
  lose: (path: string) => void
  close: () => Promise<void>
}

const mark = 'Next'
const hashedName = /((?:assets\/|\.\/)[\w-]{7,})\.(js|css)\b/g

/**
 * A server that is updated while a page is open: the second build is the first under other hashed names, in the page,
 * in its scripts and in its service worker.
 */
export async function serveTwoBuilds(app: string): Promise<TwoBuilds> {
  const upstream = new URL(app)
  let isDeployed = false
  let held = 'nothing'
  let lost = 'nothing'

  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    if (path.startsWith(held)) return
    const isFile = path.startsWith('/assets/') && /\.(?:js|css)$/.test(path)
    const isOfNext = path.includes(`${mark}.`)
    if ((isFile && isOfNext !== isDeployed) || path.startsWith(lost)) {
      answer.writeHead(404).end()
      return
    }
    relay(asked, answer, { upstream, path: path.replace(`${mark}.`, '.'), isDeployed })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => (isDeployed = true),
    hold: (path) => (held = path),
    lose: (path) => (lost = path),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

type Relay = { upstream: URL; path: string; isDeployed: boolean }

function relay(asked: IncomingMessage, answer: ServerResponse, relay: Relay): void {
  const { upstream, path, isDeployed } = relay
  const { 'accept-encoding': _packed, ...headers } = asked.headers
  const { hostname: host, port } = upstream
  const onward = forward({ host, port, path, method: asked.method, headers }, (got) => {
    const parts: Buffer[] = []
    got.on('data', (part: Buffer) => parts.push(part))
    got.on('end', () => {
      const isText = /html|javascript|css/.test(got.headers['content-type'] ?? '')
      const body = Buffer.concat(parts)
      const sent =
        isDeployed && isText
          ? Buffer.from(body.toString().replaceAll(hashedName, `$1${mark}.$2`))
          : body
      const { 'content-length': _length, etag: _etag, 'last-modified': _at, ...rest } = got.headers
      answer.writeHead(got.statusCode ?? 502, { ...rest, 'content-length': sent.length }).end(sent)
    })
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}
