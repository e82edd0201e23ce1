import type { Answer, Call } from '../call.ts'
import type { Objects } from './objects.ts'
import { fault, xml } from './xml.ts'

const pageSize = 100

/** Version 2 of the list call: in key order, page by page. */
export function listPage({ kept, current }: Objects, { params, query }: Call): Answer {
  if (query['list-type'] !== '2') return fault(501, 'NotImplemented')
  const textOf = (name: string): string => (typeof query[name] === 'string' ? query[name] : '')
  const bucket = `${params['bucket']}/`
  const after = textOf('continuation-token') || textOf('start-after')
  const keys = [...kept.keys()]
    .filter((name) => name.startsWith(`${bucket}${textOf('prefix')}`) && current(name))
    .map((name) => name.slice(bucket.length))
    .filter((key) => key > after)
    .toSorted()
  const size = Math.min(Number(textOf('max-keys') || pageSize), pageSize)
  const page = keys.slice(0, size)
  const more = keys.length > size
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page
    .map((key) => {
      const { bytes, at } = current(`${bucket}${key}`)!
      const facts = `<LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size>`
      return `<Contents><Key>${key}</Key>${facts}</Contents>`
    })
    .join('')
  return xml(
    200,
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}<KeyCount>${page.length}</KeyCount>${contents}</ListBucketResult>`,
  )
}
