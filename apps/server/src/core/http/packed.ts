import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readsBrotli } from '../calls/route.ts'
import { sha256 } from '../ids.ts'

/** One text in each encoding that a client may accept. */
export type Forms = { plain: Buffer; brotli: Buffer; gzip: Buffer }
type PackedText = Forms & { etag: string }

/** Compresses well within some tens of milliseconds, off the event loop. */
const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/** Compresses a long constant text at its first request, and only once. */
export function compressOnce(text: string): () => Promise<PackedText> {
  let packing: Promise<PackedText> | null = null
  const pack = async (): Promise<PackedText> => {
    const plain = Buffer.from(text)
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(plain, { params: quality }),
      promisify(gzip)(plain),
    ])
    // Weak, as the forms differ in their bytes but not in their content.
    const etag = `W/"${sha256(plain).toString('base64url').slice(0, 22)}"`
    return { plain, brotli, gzip: zipped, etag }
  }
  return () => (packing ??= pack())
}

/** How long a browser uses its copy before it revalidates. */
const keptSeconds = 300

export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedText,
): FastifyReply {
  void reply.headers({
    etag: packed.etag,
    'cache-control': `public, max-age=${keptSeconds}`,
    vary: 'accept-encoding',
  })
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim())
  if (known?.includes(packed.etag)) return reply.code(304).send()
  return sendForm(request, reply, packed)
}

/** Sends the smallest form that the caller accepts. */
export function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, brotli, gzip: zipped }: Forms,
): FastifyReply {
  if (readsBrotli(request)) return reply.header('content-encoding', 'br').send(brotli)
  if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    return reply.header('content-encoding', 'gzip').send(zipped)
  return reply.send(plain)
}
