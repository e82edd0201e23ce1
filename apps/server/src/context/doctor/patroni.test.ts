import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { checkPatroni, judgePatroni } from './patroni.ts'

const database = testDatabase()

/** A primary's Patroni, and each machine of the installation with its version; null: it does not answer. */
async function openPatroni(versions: Record<string, string | null>): Promise<string> {
  const server = createServer(({ url }, answer) => {
    const { port } = server.address() as AddressInfo
    const version = versions[url!.slice(1)]
    const members = Object.keys(versions).map((name) => ({
      name,
      api_url: `http://127.0.0.1:${port}/${name}`,
    }))
    if (url === '/cluster') return answer.end(JSON.stringify({ members }))
    if (version == null) return answer.destroy()
    return answer.writeHead(503).end(JSON.stringify({ patroni: { version } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  [{ db1: '4.0.7', db2: '4.1.0', db3: '10.0.0' }, 'fine', '3 database machines'],
  [{ db1: '4.0.7', db2: '3.0.2', db3: '4.0.7' }, 'must', 'Patroni of db2 is 3.0.2:'],
  [{ db1: '4.0.7', db2: null, db3: '4.0.7' }, 'should', 'Patroni of db2 does not answer'],
  [{ db1: '3.3.6', db2: null }, 'must', 'Patroni of db1 is 3.3.6:'],
] as const)('NET-10 Patroni of %o is %s', async (versions, grade, what) => {
  const url = await openPatroni(versions)
  expect(await judgePatroni(url)).toEqual([grade, expect.stringContaining(what)])
})

test('NET-10 a database without Patroni is none that must be fixed', async () => {
  const fine = ['fine', expect.stringContaining('no Patroni')]
  expect(await checkPatroni(database)).toEqual(fine)
  expect(await judgePatroni('http://127.0.0.1:9')).toEqual(fine)
})
