import type { ActorWorld } from '../../actor.ts'
import type { OperationShape, OwnFault } from '../../faults/faults.ts'
import type { Answer, Call } from '../../call.ts'
import { operation } from '../../operation.ts'
import { balanceFaults, openingFaults, transferFaults, type Voice } from '../money-faults.ts'
import type { Provider } from '../provider/provider.ts'
import { dayMs } from '../../times.ts'

/** One of the four provider APIs; registers a provider's calls. */
export type Family = {
  routes: (stage: ActorWorld, provider: Provider) => void
  /** The path of its launch link, below the provider's path, and the query field or parameter of the token. */
  entrance: { path: string; token: string }
  /** Whether members have their own password and may sign in with it on the provider's site. */
  hasPasswords: boolean
}

/** What a call affects determines which additional faults it can have. */
type Touches = 'transfer' | 'balance' | 'opening' | 'nothing'

type FamilyCall = {
  verb: string
  /** `POST /user/register`, below the address of the family. */
  at: `${OperationShape['method']} ${string}`
  alsoAt?: string[]
  touches: Touches
  summary: string
}

type FamilyAddress = { root: string; voice: Voice }

/** A provider's call: its name and path below the family's address, its faults, and its refusal during maintenance. */
export function familyCall(
  provider: Provider,
  { root, voice }: FamilyAddress,
  call: FamilyCall & { handler: (call: Call) => Answer },
): { shape: OperationShape; handler: (call: Call) => Answer } {
  const { verb, at, alsoAt = [], touches, summary, handler } = call
  const [method, path = ''] = at.split(' ')
  const place = `/games/${provider.code}${root}`
  return {
    shape: {
      name: `games.${provider.code}.${verb}`,
      method: method as OperationShape['method'],
      path: place + path,
      alsoAt: alsoAt.map((other) => place + other),
      summary,
      ownFaults: ownFaults(provider, voice, touches),
    },
    handler: (received) => (provider.state.closed ? voice.closed(received) : handler(received)),
  }
}

/** Registers such calls one by one. */
export function familyStage(stage: ActorWorld, provider: Provider, address: FamilyAddress) {
  return (call: FamilyCall, handler: (call: Call) => Answer): void => {
    const play = familyCall(provider, address, { ...call, handler })
    operation(stage, play.shape, play.handler)
  }
}

function ownFaults(provider: Provider, voice: Voice, touches: Touches): Record<string, OwnFault> {
  if (touches === 'transfer') return transferFaults(provider, voice)
  if (touches === 'balance') return balanceFaults(voice)
  return touches === 'opening' ? openingFaults(voice) : {}
}

/** The address at which browsers reach the sandbox, for links that it hands out; by default the host of the call. */
export function ownAddress({ publicUrl }: ActorWorld, call: Call, provider: Provider): string {
  const address = publicUrl ?? `http://${String(call.headers['host'] ?? '127.0.0.1')}`
  return `${address}/games/${provider.code}`
}

/** Calendar days of Bangkok, both included, as these families' reports count them. */
export function daysOfBangkok(start: string, end: string): { fromMs: number; untilMs: number } {
  const day = (text: string) => Date.parse(`${text.slice(0, 10)}T00:00:00+07:00`)
  const from = day(start)
  const until = day(end)
  return {
    fromMs: Number.isNaN(from) ? 0 : from,
    untilMs: Number.isNaN(until) ? Number.MAX_SAFE_INTEGER : until + dayMs,
  }
}

/** Stakes and results between two instants. */
export function playTotals(
  provider: Provider,
  span: { username: string; fromMs: number; untilMs: number },
): { turnover: number; winLose: number } {
  const plays = provider.books
    .list({ username: span.username })
    .filter(({ kind }) => kind === 'bet' || kind === 'win' || kind === 'void')
    .filter(({ at }) => Date.parse(at) >= span.fromMs && Date.parse(at) < span.untilMs)
  const sum = (kinds: readonly string[]) =>
    plays
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { amount }) => total + amount, 0)
  return { turnover: 0 - sum(['bet', 'void']), winLose: sum(['bet', 'win', 'void']) }
}
