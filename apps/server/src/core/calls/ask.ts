import { fillTemplate } from '@kapao/contract/paths'
import { z } from 'zod'
import type { Device } from '../session/devices/devices.ts'
import type { CallerOf } from './caller.ts'
import { decodeInput } from './decode.ts'
import { answerOfError } from './fault.ts'
import type { Api, KeptCall } from './route.ts'

/** The answer of a call as a page would receive it. */
export type CallAnswer = { method: string; path: string; status: number; body: unknown }

export type AskingMember = Pick<CallerOf, 'language'> & { memberId: string }

export type AskCall = (
  name: string,
  input: Readonly<Record<string, string | number>>,
  as: AskingMember,
) => Promise<CallAnswer>

/** The calls of rooms for who asks within this process: without HTTP, session and limits, and by the contract. */
export function keepCalls(register: (api: Api) => void): AskCall {
  const kept = new Map<string, KeptCall>()
  register({
    addRoute: () => undefined,
    // What is asked for here needs none of them.
    deps: {} as Api['deps'],
    served: [],
    keep: (call) => kept.set(`${call.endpoint.method} ${call.endpoint.path}`, call),
  })
  return async (name, input, as) => {
    const call = kept.get(name)
    if (!call) throw new Error(`no room answers ${name}`)
    const { endpoint, handler } = call
    const { method } = endpoint
    const { path } = fillTemplate(endpoint.path, input)
    try {
      const decoded = endpoint.input === null ? null : decodeInput(endpoint.input, {}, input)
      const answer = await handler(callerFor(as), decoded as never)
      return { method, path, status: 200, body: z.encode(endpoint.output, answer) }
    } catch (error) {
      const { status, body, isOurs } = answerOfError(error)
      if (isOurs) throw error
      return { method, path, status, body }
    }
  }
}

const nobodysDevice: Device = {
  findMark: async () => null,
  listLogins: async () => [],
  remember: async () => undefined,
  countFailure: async () => undefined,
}

const ownAddress = '127.0.0.1'

function callerFor({ memberId, language }: AskingMember): CallerOf<KeptCall['endpoint']> {
  const caller: Omit<CallerOf, 'memberId' | 'sessionKey'> = {
    key: null,
    guestId: null,
    language,
    address: ownAddress,
    userAgent: '',
    device: nobodysDevice,
    counted: { memberId, address: ownAddress },
    requestId: 'asked',
  }
  return { ...caller, memberId, sessionKey: 'asked' } as unknown as CallerOf<KeptCall['endpoint']>
}
