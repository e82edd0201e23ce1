import { consoleMark } from '@kapao/contract/console/limits'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { seedOperators } from '../../seed/operators.ts'
import { startConsole } from '#testing/console/console-process.ts'
import { anyArrival, openDepositWorld, type DepositWorld } from '#testing/worlds/deposit-world.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { send } from '#testing/worlds/test-app.ts'

let world: DepositWorld
let port: number
beforeAll(async () => {
  world = await openDepositWorld()
  await seedOperators(world.database.db, world.clock)
  port = await freePort()
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

const origin = () => `http://localhost:${port}`

async function ask(name: string, body: object, headers: Record<string, string> = {}) {
  const own = { origin: origin(), 'x-client': consoleMark, 'sec-fetch-site': 'same-origin' }
  return send(`http://127.0.0.1:${port}`, name, { body, headers: { ...own, ...headers } })
}

async function signIn(): Promise<string> {
  const answer = await ask('POST /api/console/sign-in/demo', { name: 'demo-owner' })
  return answer.headers.get('set-cookie')!.split(';')[0]!
}

async function openSocket(cookie: string): Promise<Socket> {
  const extraHeaders = { origin: origin(), cookie }
  const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], extraHeaders })
  onTestFinished(() => void socket.close())
  await new Promise((resolve) => void socket.once('connect', () => resolve(null)))
  return socket
}

test.each(['match', 'refuse'])(
  'DESK-36 DESK-122 a console that is killed between decision and answer (%s): its sockets come back by themselves, and the repeated key finds what became of it, once',
  { tags: 'long-1', timeout: 60_000 },
  async (decision) => {
    const member = (await world.addMember()).id
    const { id } = await world.processes[0]!.settle(anyArrival({ paidAt: world.clock.now() }))
    const doomed = await startConsole(world, { port, FAILPOINT: 'desk.decided' })
    const cookie = await signIn()
    const socket = await openSocket(cookie)
    const back = new Promise<string>((resolve) => {
      socket.once('disconnect', () => socket.once('connect', () => resolve('connected')))
    })
    const key = systemIds.key()
    const fields = { decision, why: 'bank receipt 4711' }
    const decide = () =>
      ask(
        `POST /api/console/work/decide/deposit/${id}`,
        { ...fields, ...(decision === 'match' && { memberId: member }) },
        { cookie, 'idempotency-key': key },
      )
    await expect(decide()).rejects.toThrow('fetch failed')
    expect(await doomed.died).toBe('SIGKILL')

    const next = await startConsole(world, { port })
    onTestFinished(next.stop)
    expect(await back).toBe('connected')
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await decide()
      expect([status, body.state], JSON.stringify(body)).toEqual([200, 'done'])
      expect(body.item.decided).toMatchObject({ decision, by: 'demo-owner' })
    }
    expect(await world.balanceOf(member)).toBe(decision === 'match' ? 50_000 : 0)
    const acts = await world.database.db.query(
      `select from core_audit where subject = $1 and actor = 'operator:demo-owner'`,
      [id],
    )
    expect(acts).toHaveLength(1)
  },
)
