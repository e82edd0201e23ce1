import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { controlCall, type Actor, type ControlCall, type ActorWorld, type World } from '../actor.ts'
import { Impossible, type Answer, type Call } from '../call.ts'
import { operation } from '../operation.ts'
import { html } from '../panel/html.ts'
import { listPage } from './list.ts'
import { checksumOf, createObjects, type Objects, type Version } from './objects.ts'
import { headerOf, whyRefused } from './signature.ts'
import { fault } from './xml.ts'

/** An object store with versioned buckets: the API of Amazon's S3 with the bucket in the path. */
export function createS3Actor({ clock }: World): Actor {
  const objects = createObjects()
  return {
    name: 's3',
    title: 'S3',
    routes: (stage) => objectRoutes(stage, objects, clock),
    control: ownerCalls(objects, clock),
    panel: () => html`<p>${String(objects.kept.size)} objects</p>`,
    reset: objects.reset,
  }
}

function objectRoutes(stage: ActorWorld, objects: Objects, clock: World['clock']): void {
  const signed = (answer: (call: Call) => Answer) => (call: Call) => {
    const now = clock.now()
    const refusal = whyRefused(call, now)
    const given = refusal ? fault(refusal.status, refusal.code) : answer(call)
    // A caller whose clock is wrong learns the right time from this header.
    return { ...given, headers: { ...given.headers, date: now.toUTCString() } }
  }
  const put = (call: Call): Answer => {
    const name = nameOf(call)
    if (isDamaged(call)) return fault(400, 'BadDigest')
    if (call.headers['if-none-match'] === '*' && objects.current(name))
      return fault(412, 'PreconditionFailed')
    const version = objects.write(name, {
      bytes: call.raw,
      type: headerOf(call, 'content-type') || 'application/octet-stream',
      at: clock.now(),
      checksum: headerOf(call, 'x-amz-checksum-sha256') || null,
    })
    return { status: 200, text: '', headers: headersOf(call, version) }
  }
  const get = (call: Call): Answer => {
    const version = objects.current(nameOf(call))
    return version ? show(call, version) : fault(404, 'NoSuchKey')
  }
  const remove = (call: Call): Answer => {
    objects.delete(nameOf(call))
    return { status: 204, text: '' }
  }
  const path = '/s3/:bucket/*'
  operation(stage, { name: 's3.put', method: 'PUT', path, summary: 'Keep an object' }, signed(put))
  operation(stage, { name: 's3.get', method: 'GET', path, summary: 'Read an object' }, signed(get))
  const ask = { name: 's3.head', method: 'HEAD', path, summary: 'Ask about an object' } as const
  operation(stage, ask, signed(get))
  const removing = { name: 's3.delete', method: 'DELETE', path } as const
  operation(stage, { ...removing, summary: 'Delete an object' }, signed(remove))
  const listing = { name: 's3.list', method: 'GET', path: '/s3/:bucket' } as const
  operation(
    stage,
    { ...listing, alsoAt: ['/s3/:bucket/'], summary: 'List a bucket' },
    signed((call) => listPage(objects, call)),
  )
}

/** Whether the bytes do not match the sender's checksum. */
function isDamaged(call: Call): boolean {
  const sha256 = headerOf(call, 'x-amz-checksum-sha256')
  if (sha256 && sha256 !== checksumOf(call.raw)) return true
  const crc = headerOf(call, 'x-amz-checksum-crc32')
  if (!crc) return false
  const right = Buffer.alloc(4)
  right.writeUInt32BE(crc32(call.raw))
  return crc !== right.toString('base64')
}

/** The whole object, or the requested range. */
function show(call: Call, version: Version): Answer {
  const { bytes, type } = version
  const headers = headersOf(call, version)
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headerOf(call, 'range')) ?? []
  if (first === undefined) return { bytes, type, headers }
  const from = Number(first)
  const to = Math.min(last ? Number(last) : Infinity, bytes.length - 1)
  if (from > to) return fault(416, 'InvalidRange')
  const { 'x-amz-checksum-sha256': _whole, ...ofPart } = headers
  return {
    status: 206,
    bytes: bytes.subarray(from, to + 1),
    type,
    headers: { ...ofPart, 'content-range': `bytes ${from}-${to}/${bytes.length}` },
  }
}

/** Controls for the owner of a bucket, not available to callers that only sign. */
function ownerCalls(objects: Objects, clock: World['clock']): ControlCall[] {
  const load = (name: string): Version | null => {
    if (!objects.kept.has(name)) throw new Impossible(`There is no ${name}.`)
    return objects.current(name)
  }
  return [
    controlCall({
      name: 's3.write',
      method: 'POST',
      path: '/s3/write',
      summary:
        'Puts another version over an object, as the owner of the bucket; without a text it is deleted.',
      input: z.strictObject({ name: z.string().min(1), text: z.string().optional() }),
      run: ({ name, text }) => {
        load(name)
        if (text === undefined) return objects.delete(name)
        const bytes = Buffer.from(text)
        const checksum = checksumOf(bytes)
        objects.write(name, { bytes, type: 'text/plain', at: clock.now(), checksum })
      },
    }),
    controlCall({
      name: 's3.rot',
      method: 'POST',
      path: '/s3/rot',
      summary: 'Flips one bit of an object and leaves its checksum, as a failing disk does.',
      input: z.strictObject({ name: z.string().min(1) }),
      run: ({ name }) => {
        const version = load(name)
        if (!version) throw new Impossible(`${name} was deleted.`)
        const bytes = Buffer.from(version.bytes)
        bytes[bytes.length - 1]! ^= 1
        objects.write(name, { ...version, bytes })
      },
    }),
    controlCall({
      name: 's3.versions',
      method: 'GET',
      path: '/s3/versions',
      summary: 'What the buckets keep, with how many versions each.',
      input: z.strictObject({}),
      run: () => [...objects.kept].map(([name, versions]) => ({ name, versions: versions.length })),
    }),
  ]
}

function nameOf({ params }: Call): string {
  return `${params['bucket']}/${params['*']}`
}

function headersOf(call: Call, { id, bytes, at, checksum }: Version): Record<string, string> {
  const wantsChecksum = call.method === 'PUT' || headerOf(call, 'x-amz-checksum-mode') === 'ENABLED'
  return {
    etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    'last-modified': at.toUTCString(),
    'x-amz-version-id': id,
    ...(wantsChecksum && checksum !== null && { 'x-amz-checksum-sha256': checksum }),
    ...(call.method === 'HEAD' && { 'content-length': String(bytes.length) }),
  }
}
