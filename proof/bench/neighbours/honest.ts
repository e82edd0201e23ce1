import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { type Crew, type Wish, password, type BenchWorld, type Member } from './world.ts'
import { times } from './attacks/target.ts'

type TimedAnswer = { answer: Answer | null; ms: number }

async function timed(asking: Promise<Answer>): Promise<TimedAnswer> {
  const begun = performance.now()
  const answer = await asking.catch(() => null)
  return { answer, ms: performance.now() - begun }
}

const isGood = ({ answer }: TimedAnswer): boolean => answer !== null && answer.status < 300

/** How many were served of how many, which must be all, and how long the slowest took. */
function served(what: string, asked: readonly TimedAnswer[], msMax: number): Wish[] {
  for (const { answer } of asked)
    if (!answer || answer.status >= 300) console.error(`${what}: ${answer?.status} ${answer?.text}`)
  const count = asked.filter(isGood).length
  return [
    {
      name: `${what}.served`,
      value: count,
      unit: `of ${asked.length}`,
      target: `= ${asked.length}`,
    },
    {
      name: `${what}.worst`,
      value: Math.max(...asked.map(({ ms }) => ms)),
      unit: 'ms',
      target: `<= ${msMax}`,
    },
  ]
}

const pauseMs = 1_200

/** Each of them that many times, a while apart. */
export const transfers =
  (game: string, rounds: number) =>
  async (world: BenchWorld, { others }: Crew): Promise<Wish[]> => {
    const asked: TimedAnswer[] = []
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await sleep(pauseMs)
      const body = { from: 'wallet', to: game, amount: 10 }
      asked.push(
        ...(await Promise.all(
          others.map((member) =>
            timed(world.callAs(member, 'POST /api/wallet/transfer', { body })),
          ),
        )),
      )
    }
    return served('transfer', asked, 3_000)
  }

export const launches =
  (game: string) =>
  async (world: BenchWorld, { others }: Crew): Promise<Wish[]> => {
    const path = (member: Member) => `GET /api/autoLogin/${game}/${member.names[game]}`
    const asked = await Promise.all(
      others.map((member) => timed(world.callAs(member, path(member)))),
    )
    return served('launch', asked, 3_000)
  }

/** A refresh that reached no provider answers all the same: the check is whether the provider was called for each. */
export async function refreshes(world: BenchWorld, { others }: Crew): Promise<Wish[]> {
  const operation = 'games.betflix.balance'
  const before = await countCalls(world, operation)
  const asked = await Promise.all(
    others.map((member) => timed(world.callAs(member, 'GET /api/wallet/refresh/slot'))),
  )
  const reached = (await countCalls(world, operation)) - before
  return [
    ...served('refresh', asked, 3_000),
    { name: 'refresh.reached', value: reached, unit: 'questions', target: `>= ${others.length}` },
  ]
}

async function countCalls(world: BenchWorld, operation: string): Promise<number> {
  const calls = await world.control<unknown[]>('GET', `/journal?limit=1000&operation=${operation}`)
  return calls.length
}

const paidEveryMs = 50
const paidPatienceMs = 60_000

/** All at once; the time until the bank has paid each. */
export const withdrawals =
  (secondsMax: number) =>
  async (world: BenchWorld, { others }: Crew): Promise<Wish[]> => {
    const begun = performance.now()
    const asked = await Promise.all(
      others.map((member) =>
        timed(world.callAs(member, 'POST /api/wallet/withdraw', { body: { amount: 100 } })),
      ),
    )
    const ids = others.map(({ id }) => id)
    for (let paid = 0; paid < others.length; await sleep(paidEveryMs)) {
      const [row] = await world.ownerDb.query<{ paid: bigint }>(
        `select count(*) as paid from withdrawals_withdrawal where member_id = any($1::text[]) and state = 'paid'`,
        [ids],
      )
      paid = Number(row!.paid)
      if (performance.now() - begun > paidPatienceMs) break
    }
    const seconds = (performance.now() - begun) / 1_000
    return [
      ...served('withdrawal', asked, 3_000),
      { name: 'withdrawal.paid', value: seconds, unit: 's', target: `<= ${secondsMax}` },
    ]
  }

/** Twenty taps at once on a game without an account. */
export const activation =
  (game: string) =>
  async (world: BenchWorld, { others }: Crew): Promise<Wish[]> => {
    const [member] = others
    const path = `/games/${game}/accounts`
    const before = (await world.control<unknown[]>('GET', path)).length
    const asked = await Promise.all(
      times(20, () => timed(world.callAs(member!, `GET /api/wallet/activate/${game}`))),
    )
    const opened = (await world.control<unknown[]>('GET', path)).length - before
    return [
      {
        name: 'activation.good',
        value: asked.filter(isGood).length,
        unit: 'of 20',
        target: '>= 1',
      },
      { name: 'activation.opened', value: opened, unit: 'accounts', target: '= 1' },
    ]
  }

const uploadBytes = 300_000

export async function uploads(world: BenchWorld, { others }: Crew): Promise<Wish[]> {
  await sleep(1_500)
  const asked = await Promise.all(
    others.map(async (member) => {
      await sleep(Math.random() * 2_000)
      return timed(upload(world, member))
    }),
  )
  return served('upload', asked, 3_000)
}

async function upload(world: BenchWorld, { token, from }: Member): Promise<Answer> {
  const form = new FormData()
  // The first bytes of a video; the rest is not checked.
  const head = [0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f, 0x6d]
  const bytes = Uint8Array.from({ length: uploadBytes }, (_, at) => head[at] ?? 0)
  form.set('file', new Blob([bytes], { type: 'video/mp4' }), 'a.mp4')
  return sendForm(world, '/api/chat/upload-video', { form, token, from })
}

type Form = { form: FormData; token: string; from: string }

async function sendForm(
  world: BenchWorld,
  path: string,
  { form, token, from }: Form,
): Promise<Answer> {
  const response = await fetch(world.app + path, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
  })
  const text = await response.text()
  return { status: response.status, body: null, text, headers: response.headers }
}

const slipPatienceMs = 90_000
/** The most pictures of one member that the upload limits accept within a second or two. */
const noisyAtOnce = 8

/** A slip as a bank's app draws it; the time until it was read, once all the others' slips are submitted. */
export async function slip(world: BenchWorld, { attackers, others }: Crew): Promise<Wish[]> {
  const [member] = others
  const ids = attackers.map(({ id }) => id)
  const end = performance.now() + slipPatienceMs
  for (let isIn = false; !isIn && performance.now() < end; await sleep(50)) {
    const rows = await world.ownerDb.query(
      'select from slips_slip where member_id = any($1::text[])',
      [ids],
    )
    isIn = rows.length >= noisyAtOnce
  }
  const { reference } = await world.control<{ reference: string }>('POST', '/slips/transfers', {
    fromBank: 'KBANK',
    fromAccount: '2000000001',
    fromName: 'SOMCHAI JAIDEE',
    toBank: 'GSB',
    toAccount: '020333444555',
  })
  const { base64, type } = await world.control<{ base64: string; type: string }>(
    'GET',
    `/slips/pictures/${reference}/plain`,
  )
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(base64, 'base64')], { type }), 'slip.png')
  const begun = performance.now()
  const asked = await timed(
    sendForm(world, '/api/wallet/slip', { form, token: member!.token, from: member!.from }),
  )
  for (let isRead = false; !isRead && performance.now() - begun < slipPatienceMs; await sleep(50)) {
    // Once read, the picture is encoded again, whatever the verdict.
    const [row] = await world.ownerDb.query<{ isRead: boolean }>(
      `select incoming is null or state <> 'waiting' as "isRead" from slips_slip
       where member_id = $1 order by seq desc limit 1`,
      [member!.id],
    )
    isRead = row?.isRead ?? false
  }
  const seconds = (performance.now() - begun) / 1_000
  return [
    ...served('slip', [asked], 3_000),
    { name: 'slip.read', value: seconds, unit: 's', target: '<= 2' },
  ]
}

const login = (world: BenchWorld, { phone, cookie }: Member, from: string): Promise<Answer> =>
  world.call('POST /api/login', {
    from,
    body: { username: phone, password },
    headers: { cookie },
  })

/** Logs everyone in once before, on this phone and from this network. */
export async function logInBefore(world: BenchWorld, { attackers, others }: Crew): Promise<void> {
  for (const member of [...attackers, ...others]) {
    const answer = await login(world, member, member.from)
    if (answer.status !== 200) throw new Error(`no login in quiet: ${answer.text}`)
    member.cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
  }
}

export async function logins(world: BenchWorld, { others }: Crew): Promise<Wish[]> {
  await sleep(1_500)
  const asked = await Promise.all(
    others.map(async (member, at) => {
      await sleep(at * 500)
      return timed(login(world, member, member.from))
    }),
  )
  return served('login', asked, 3_000)
}

/** The owner of the guessed phone, on their own phone, from networks not seen before. */
export async function ownerLogins(world: BenchWorld, { attackers }: Crew): Promise<Wish[]> {
  await sleep(4_000)
  const asked: TimedAnswer[] = []
  for (let at = 0; at < 10; at += 1) {
    asked.push(await timed(login(world, attackers[0]!, `171.${at}.3.4`)))
    await sleep(800)
  }
  return served('owner', asked, 3_000)
}

/** Members on their own phones, behind the address from which an attacker guesses. */
export async function carrierLogins(
  world: BenchWorld,
  { attackers, others }: Crew,
): Promise<Wish[]> {
  await sleep(5_000)
  const asked: TimedAnswer[] = []
  for (const member of others) asked.push(await timed(login(world, member, attackers[0]!.from)))
  return served('carrier', asked, 3_000)
}

/** A password reset code, requested on a phone that has logged in before. */
export async function codes(world: BenchWorld, { others }: Crew): Promise<Wish[]> {
  const asked = await Promise.all(
    others.map(({ phone, from, cookie }) =>
      timed(
        world.call('POST /api/account/password/forgot', {
          from,
          body: { phoneNumber: phone },
          headers: { cookie },
        }),
      ),
    ),
  )
  const sent = await Promise.all(
    others.map(({ phone }) => world.control<unknown[]>('GET', `/sms/inbox?phone=${phone}`)),
  )
  const count = sent.filter(({ length }) => length > 0).length
  return [
    ...served('code', asked, 5_000),
    { name: 'code.sent', value: count, unit: `of ${others.length}`, target: `= ${others.length}` },
  ]
}
