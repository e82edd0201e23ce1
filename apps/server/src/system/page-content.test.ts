import { expect, test } from 'vitest'
import { serveLastKnown } from './page-content.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('RUN-40 while the database is down the page serves its last content, and promptly when the database hangs', async () => {
  let load: () => Promise<string> = () => Promise.reject(away)
  const read = serveLastKnown(() => load(), 50)
  // Before the first load there is no content.
  await expect(read()).rejects.toBe(away)
  load = async () => 'as it is'
  expect(await read()).toBe('as it is')
  load = () => Promise.reject(away)
  expect(await read()).toBe('as it is')
  const { promise, resolve } = Promise.withResolvers<string>()
  load = () => promise
  expect(await read()).toBe('as it is')
  resolve('as it became')
  await promise
  load = () => Promise.reject(away)
  expect(await read()).toBe('as it became')
})

test('an internal fault is not hidden by the last content', async () => {
  let load: () => Promise<string> = async () => 'as it is'
  const read = serveLastKnown(() => load(), 50)
  await read()
  load = () => Promise.reject(new Error('an internal fault'))
  await expect(read()).rejects.toThrow('an internal fault')
})
