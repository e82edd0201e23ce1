import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openMemberWorld, type RegisteredMember } from '#testing/worlds/member-world.ts'
import { openSocket, quietDoor, type MemberSocket } from '#testing/doubles/member-socket.ts'
import { keyOfToken } from '../session/session.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openLive, type Live, type LiveDeps } from './live.ts'

const world = testWorld(openMemberWorld)
let member: RegisteredMember
let token: string
const sockets: MemberSocket[] = []

beforeAll(async () => {
  member = await world.addMember()
  token = await world.login(member.username, member.password)
})
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.close()
})

const open = async (auth: object = { token }, options = {}, address = world.address) => {
  const opened = await openSocket(address, auth, options)
  sockets.push(opened)
  return opened
}
const refusalOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'it was let in',
    (error: Error) => error.message,
  )

describe('who is admitted', () => {
  test('S23 a member with a token', async () => {
    expect((await open()).socket.connected).toBe(true)
  })

  test.each([
    ['no token', {}],
    ['a token that nobody has', { token: 'A'.repeat(43) }],
    ['a token of another form', { token: { length: 43 } }],
    ['a guest id that nobody signed', { guestId: 'anybody' }],
  ])('S23 nobody with %s', async (_, auth) => {
    expect(await refusalOf(open(auth))).toBe('invalid-token')
  })

  test('S07 a token in the address is ignored', async () => {
    expect(await refusalOf(open({}, { query: { token } }))).toBe('invalid-token')
    expect(world.logText()).not.toContain(token)
  })

  test('S24 a foreign page is refused, one of our host is not', async () => {
    const from = (origin: string) => open({ token }, { extraHeaders: { origin } })
    expect(await refusalOf(from('https://elsewhere.example'))).toBe('websocket error')
    expect(await refusalOf(from('null'))).toBe('websocket error')
    expect((await from(world.address)).socket.connected).toBe(true)
  })

  test('S24 only by socket: the path answers HTTP like any other, and polling not at all', async () => {
    expect(await refusalOf(open({ token }, { transports: ['polling'] }))).toContain('poll')
    const answer = await fetch(`${world.address}/socket.io/?EIO=4&transport=polling`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).not.toContain('sid')
  })

  test('a request for another upgrade is answered as HTTP', async () => {
    const { port } = new URL(world.address)
    const status = await new Promise((resolve, reject) => {
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }
      const sent = request({ host: '127.0.0.1', port, path: '/api/lookup/active', headers })
      sent.on('response', (answer) => resolve(answer.resume().statusCode))
      sent.on('error', reject).end()
    })
    expect(status).toBe(200)
  })
})

describe('the end of a session', () => {
  test('S05 S23 a logout cuts the sockets of that session and no other', async () => {
    const other = await world.login(member.username, member.password)
    const [leaving, staying] = [await open({ token: other }), await open()]
    await world.call('POST /api/logout', { token: other })
    expect(await leaving.cut).toBe('io server disconnect')
    expect(staying.socket.connected).toBe(true)
  })

  test('S05 a changed password cuts all but the session that changed it', async () => {
    const person = await world.addMember()
    const [here, there] = [
      await world.login(person.username, person.password),
      await world.login(person.username, person.password),
    ]
    const [staying, leaving] = [await open({ token: here }), await open({ token: there })]
    const changed = await world.call('PUT /api/account/changepwd', {
      token: here,
      body: { oldPassword: person.password, newPassword: 'nine quiet lanterns' },
    })
    expect(changed.status).toBe(200)
    expect(await leaving.cut).toBe('io server disconnect')
    expect(staying.socket.connected).toBe(true)
  })
})

describe('with smaller limits', () => {
  let server: Server
  let address: string
  let live: Live
  const ended: ((memberId: string | null) => void)[] = []
  const openKeys = new Set<string>()
  const members = new Map<string, string>()
  const warnings: unknown[] = []
  const usual = {
    serviceActive: true,
    clientHeaderRequired: false,
    isBlocked: (one: string): boolean => one === '10.8.8.8',
  }
  let switches = usual
  afterEach(() => void (switches = usual))

  beforeAll(async () => {
    const deps: LiveDeps = {
      sessions: {
        findInCrowd: async (key) => {
          const memberId = members.get(key)
          return memberId === undefined ? { lost: 'UNAUTHORIZED' } : { memberId }
        },
        listLost: async (keys) => keys.filter((key) => !openKeys.has(key)),
        onEnded: (listener) => void ended.push(listener),
      },
      limiter: { take: async () => null, giveBack: () => undefined },
      log: { warn: (about: unknown) => void warnings.push(about), error: () => undefined },
      switches: async () => switches,
      findGuest: async (id) => (id === 'signed' ? 'g1' : null),
      origins: ['https://wallet.example'],
      trustedProxies: ['127.0.0.1'],
      relay: null,
      limits: { process: 8, network: 4, member: 3 },
    }
    live = openLive(deps)
    server = createServer()
    live.attach(server, quietDoor)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await live.close()
    await new Promise((resolve) => server.close(resolve))
  })

  const tokenOf = (memberId: string, n = 1): string => {
    const mine = `${memberId}${n}`.padEnd(43, '_')
    members.set(keyOfToken(mine), memberId)
    openKeys.add(keyOfToken(mine))
    return mine
  }
  let network = 0
  const from = (host: string) => ({ extraHeaders: { 'x-forwarded-for': host } })
  const anywhere = () => from(`10.1.0.${(network += 1)}`)
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

  test('S24 of ten that connect at once from one network four are admitted, and each place is free once when they have left', async () => {
    const crowd = from('10.2.2.2')
    for (const _ of ['first', 'again']) {
      const opening = Array.from({ length: 10 }, (__, n) =>
        refusalOf(open({ token: tokenOf(`crowd${n}`) }, crowd, address)),
      )
      const answers = await Promise.all(opening)
      expect(answers.filter((answer) => answer === 'it was let in').length).toBeLessThanOrEqual(4)
      await settled()
      expect(live.open).toBeLessThanOrEqual(4)
      for (const { socket } of sockets.splice(0)) socket.close()
      await expect.poll(() => live.open).toBe(0)
    }
    // Places that were given back twice would let more in than there are.
    const four = await Promise.all(
      Array.from({ length: 4 }, (_, n) => open({ token: tokenOf(`four${n}`) }, crowd, address)),
    )
    expect(four.every(({ socket }) => socket.connected)).toBe(true)
    expect(await refusalOf(open({ token: tokenOf('fifth') }, crowd, address))).not.toBe(
      'it was let in',
    )
  })

  test('S23 a member receives their own pushes and no others, whatever room they ask for', async () => {
    const [mine, other] = [
      await open({ token: tokenOf('m1') }, anywhere(), address),
      await open({ token: tokenOf('m2') }, anywhere(), address),
    ]
    for (const room of ['member:m1', 'kapao-m1', 'm1', mine.socket.id!])
      other.socket.emit('join', room)
    await settled()
    live.push('m1', 'wallet', { seq: 7 })
    expect(await mine.nextPush('wallet')).toEqual({ seq: 7 })
    await settled()
    expect(other.pushes).toEqual([])
    expect(live.mayReach('m1')).toBe(true)
    expect(live.mayReach('nobody')).toBe(false)
  })

  test("S23 a guest with a signed id receives no member's pushes", async () => {
    const guest = await open({ guestId: 'signed' }, anywhere(), address)
    live.push('g1', 'wallet', { seq: 1 })
    await settled()
    expect(guest.pushes).toEqual([])
  })

  test("S21 a push holds the contract's fields, and a malformed one is not sent", async () => {
    const mine = await open({ token: tokenOf('m3') }, anywhere(), address)
    live.push('m3', 'wallet', { seq: 1, amount: 5 } as never)
    live.push('m3', 'transfer', { seq: 2 } as never)
    expect(await mine.nextPush('wallet')).toEqual({ seq: 1 })
    await settled()
    expect(mine.pushes).toHaveLength(1)
    expect(warnings).toHaveLength(1)
  })

  test('S24 only pages of the listed origins may connect', async () => {
    const one = { ...anywhere().extraHeaders, origin: address }
    const other = { ...anywhere().extraHeaders, origin: 'https://wallet.example' }
    const auth = { token: tokenOf('m4') }
    expect(await refusalOf(open(auth, { extraHeaders: one }, address))).toBe('websocket error')
    expect((await open(auth, { extraHeaders: other }, address)).socket.connected).toBe(true)
  })

  test('OP-C13 a blocked address is refused as such instead of being connected', async () => {
    const auth = { token: tokenOf('m9') }
    expect(await refusalOf(open(auth, from('10.8.8.8'), address))).toBe('INVALID_IP')
    expect((await open(auth, from('10.8.8.7'), address)).socket.connected).toBe(true)
  })

  test('S24 the fifth socket of a network is refused until one of them has closed', async () => {
    const here = from('10.9.9.9')
    const opened = await Promise.all(
      ['n1', 'n2', 'n3', 'n4'].map((id) => open({ token: tokenOf(id) }, here, address)),
    )
    const fifth = () => open({ token: tokenOf('n5') }, here, address)
    expect(await refusalOf(fifth())).toBe('websocket error')
    opened[0]!.socket.close()
    await settled()
    expect((await fifth()).socket.connected).toBe(true)
  })

  test("S24 a member's fourth socket replaces the oldest", async () => {
    const opened: MemberSocket[] = []
    for (const n of [1, 2, 3, 4])
      opened.push(await open({ token: tokenOf('m5', n) }, anywhere(), address))
    expect(await opened[0]!.cut).toBe('io server disconnect')
    expect(opened.slice(1).every(({ socket }) => socket.connected)).toBe(true)
  })

  test('S24 a frame of more than 64 KB ends the connection', async () => {
    const mine = await open({ token: tokenOf('m6') }, anywhere(), address)
    mine.socket.emit('join', 'x'.repeat(65 * 1024))
    expect(await mine.cut).toBe('transport close')
  })

  test('S24 a client that sends endlessly is cut', async () => {
    const mine = await open({ token: tokenOf('m7') }, anywhere(), address)
    for (let n = 0; n < 70; n += 1) mine.socket.emit('join', 'x')
    expect(await mine.cut).toBe('io server disconnect')
  })

  test('ERRC-07 OP-C13 when an address is blocked later, its members and guests are cut at the next check and not admitted again', async () => {
    const [host, elsewhere] = ['10.7.7.7', '10.7.7.8']
    const token1 = tokenOf('m9')
    const mine = await open({ token: token1 }, from(host), address)
    const guest = await open({ guestId: 'signed' }, from(host), address)
    const staying = await open({ token: tokenOf('m10') }, from(elsewhere), address)
    switches = { ...usual, isBlocked: (one) => one === host }
    await live.recheck(null)
    expect(await mine.cut).toBe('io server disconnect')
    expect(await guest.cut).toBe('io server disconnect')
    expect(staying.socket.connected).toBe(true)
    expect(await refusalOf(open({ token: token1 }, from(host), address))).toBe('INVALID_IP')
    staying.socket.close()
  })

  test('API-06 when the service is switched off, every connection is cut at the next check, and none is opened', async () => {
    const token1 = tokenOf('m11')
    const mine = await open({ token: token1 }, anywhere(), address)
    const guest = await open({ guestId: 'signed' }, anywhere(), address)
    switches = { ...usual, serviceActive: false }
    await live.recheck(null)
    expect(await mine.cut).toBe('io server disconnect')
    expect(await guest.cut).toBe('io server disconnect')
    expect(await refusalOf(open({ token: token1 }, anywhere(), address))).toBe('gone')
  })

  test('S23 an expired session is cut at the next check, and at a missed notice', async () => {
    const [token1, token2] = [tokenOf('m8', 1), tokenOf('m8', 2)]
    const expiring = await open({ token: token1 }, anywhere(), address)
    const staying = await open({ token: token2 }, anywhere(), address)
    openKeys.delete(keyOfToken(token1))
    await live.recheck(null)
    expect(await expiring.cut).toBe('io server disconnect')
    expect(staying.socket.connected).toBe(true)
    openKeys.delete(keyOfToken(token2))
    for (const end of ended) end(null)
    expect(await staying.cut).toBe('io server disconnect')
  })
})
