import { request } from 'node:http'
import { beforeAll, expect, test, vi } from 'vitest'
import { chooseMachines, hasHaproxy, listen, startFront } from './front.ts'

const { first, second, other: desk } = chooseMachines()
const name = 'desk.example.com'

let members: number
let operators: number

type ProxyCall = { port: number; host: string; from: string; claimed?: string }

/** What is answered; null where the connection is not taken. */
function ask({ port, host, from, claimed = '10.9.9.9' }: ProxyCall): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = { host, 'x-forwarded-for': claimed }
    request({ host: '127.0.0.1', port, localAddress: from, headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += String(part)))
      answer.on('end', () => resolve(`${answer.statusCode} ${text}`.trim()))
    })
      .on('error', () => resolve(null))
      .end()
  })
}

beforeAll(async () => {
  if (!hasHaproxy) return
  for (const [port, text] of [
    [8080, 'api'],
    [9100, 'ready'],
    [8081, 'console'],
    [9102, 'ready'],
  ] as const)
    for (const address of [first, second])
      await listen(address, port, (asked, answer) =>
        answer.end(`${text} ${String(asked.headers['x-forwarded-for'])}`),
      )
  const front = await startFront({
    first,
    second,
    consoleNetworks: `# Who works here.\n${desk}/32\n`,
    proxyNetworks: `${second}/32\n`,
  })
  ;({ members, operators } = front)
  const isUp = async () =>
    expect(await ask({ port: members, host: 'any', from: desk })).toMatch(/^200/)
  await vi.waitFor(isUp, { timeout: 10_000, interval: 50 })
  return front.stop
})

test.skipIf(!hasHaproxy)(
  'RUN-78 the console is reached from a network of the list, by its name alone, and is given the real address',
  async () => {
    const asking = { port: operators, host: name, from: desk }
    expect(await ask(asking)).toBe(`200 console ${desk}`)
    expect(await ask({ ...asking, host: `${name.toUpperCase()}:8443` })).toBe(`200 console ${desk}`)
    expect(await ask({ ...asking, host: '127.0.0.1' })).toMatch(/^404/)
    expect(await ask({ ...asking, host: `${name}.evil.example` })).toMatch(/^404/)
    expect(await ask({ ...asking, from: first, claimed: desk })).toBeNull()
  },
)

test.skipIf(!hasHaproxy)(
  'RUN-78 no name leads from the door of members to the console',
  async () => {
    for (const from of [desk, first])
      expect(await ask({ port: members, host: name, from })).toBe(`200 api ${from}`)
  },
)

test.skipIf(!hasHaproxy)(
  'FRONT-07 the last address that a content network adds is the member; of anybody else what is claimed is removed',
  async () => {
    const asking = { port: members, host: 'any', claimed: '10.1.1.1, 203.0.113.7' }
    expect(await ask({ ...asking, from: second })).toBe('200 api 203.0.113.7')
    expect(await ask({ ...asking, from: first })).toBe(`200 api ${first}`)
  },
)
