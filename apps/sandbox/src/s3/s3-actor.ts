import { createHash } from 'node:crypto'
import { z } from 'zod'
import { controlCall, type Actor, type ControlCall, type Stage, type World } from '../actor.ts'
import { Impossible, type Answer, type Call } from '../call.ts'
import { operation } from '../operation.ts'
import { html } from '../panel/html.ts'
import { whyRefused } from './signature.ts'

type Version = { id: string; text: string }
/** Newest last; null where a newest one says that it was deleted. */
type Kept = Map<string, (Version | null)[]>

const pageSize = 100
const objectsMax = 10_000

/** Somebody who keeps objects in buckets with versions, asked as Amazon's S3 with the bucket in the path. */
export function createS3Actor({ clock }: World): Actor {
  const store = createStore()
  return {
    name: 's3',
    title: 'S3',
    routes: (stage) => objectRoutes(stage, store, clock),
    control: ownerCalls(store),
    panel: () => html`<p>${String(store.kept.size)} objects</p>`,
    reset: () => store.kept.clear(),
  }
}

type Store = ReturnType<typeof createStore>

function createStore() {
  const kept: Kept = new Map()
  let lastId = 0
  return {
    kept,
    current: (name: string): Version | null => kept.get(name)?.at(-1) ?? null,
    write: (name: string, text: string): Version => {
      if (kept.size >= objectsMax) throw new Impossible('The buckets are full.')
      lastId += 1
      const version = { id: `v${lastId}`, text }
      kept.set(name, [...(kept.get(name) ?? []), version])
      return version
    },
  }
}

function objectRoutes(stage: Stage, store: Store, clock: World['clock']): void {
  const signed = (answer: (call: Call) => Answer) => (call: Call) => {
    const refusal = whyRefused(call, clock.now())
    return refusal ? fault(refusal.status, refusal.code) : answer(call)
  }
  const put = (call: Call): Answer => {
    const name = nameOf(call)
    if (call.headers['if-none-match'] === '*' && store.current(name))
      return fault(412, 'PreconditionFailed')
    return { status: 200, text: '', headers: headersOf(store.write(name, call.raw.toString())) }
  }
  const get = (call: Call): Answer => {
    const version = store.current(nameOf(call))
    if (!version) return fault(404, 'NoSuchKey')
    return { text: version.text, type: 'text/plain; charset=utf-8', headers: headersOf(version) }
  }
  const path = '/s3/:bucket/*'
  operation(stage, { name: 's3.put', method: 'PUT', path, summary: 'Keep an object' }, signed(put))
  operation(stage, { name: 's3.get', method: 'GET', path, summary: 'Read an object' }, signed(get))
  const listing = { name: 's3.list', method: 'GET', path: '/s3/:bucket' } as const
  operation(
    stage,
    { ...listing, alsoAt: ['/s3/:bucket/'], summary: 'List a bucket' },
    signed((call) => list(store, call)),
  )
}

function list({ kept, current }: Store, { params, query }: Call): Answer {
  if (query['list-type'] !== '2') return fault(501, 'NotImplemented')
  const textOf = (name: string): string => (typeof query[name] === 'string' ? query[name] : '')
  const bucket = `${params['bucket']}/`
  const after = textOf('continuation-token')
  const keys = [...kept.keys()]
    .filter((name) => name.startsWith(`${bucket}${textOf('prefix')}`) && current(name))
    .map((name) => name.slice(bucket.length))
    .filter((key) => key > after)
    .toSorted()
  const page = keys.slice(0, pageSize)
  const more = keys.length > pageSize
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  return xml(
    200,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}<KeyCount>${page.length}</KeyCount>${contents}</ListBucketResult>`,
  )
}

/** What the owner of a bucket may do to it, and nobody who only signs. */
function ownerCalls(store: Store): ControlCall[] {
  return [
    controlCall({
      name: 's3.write',
      method: 'POST',
      path: '/s3/write',
      summary:
        'Puts another version over an object, as the owner of the bucket; without a text it is deleted.',
      input: z.strictObject({ name: z.string().min(1), text: z.string().optional() }),
      run: ({ name, text }) => {
        if (!store.kept.has(name)) throw new Impossible(`There is no ${name}.`)
        if (text === undefined) store.kept.get(name)!.push(null)
        else store.write(name, text)
      },
    }),
    controlCall({
      name: 's3.versions',
      method: 'GET',
      path: '/s3/versions',
      summary: 'What the buckets keep, with how many versions each.',
      input: z.strictObject({}),
      run: () => [...store.kept].map(([name, versions]) => ({ name, versions: versions.length })),
    }),
  ]
}

function nameOf({ params }: Call): string {
  return `${params['bucket']}/${params['*']}`
}

function headersOf({ id, text }: Version): Record<string, string> {
  const digest = createHash('md5').update(text).digest('hex')
  return { etag: `"${digest}"`, 'x-amz-version-id': id }
}

function fault(status: number, code: string): Answer {
  return xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

function xml(status: number, body: string): Answer {
  return { status, type: 'application/xml', text: `<?xml version="1.0" encoding="UTF-8"?>${body}` }
}
