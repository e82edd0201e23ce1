import type { SlipService } from './account.ts'
import { NoTurn } from '#core/lines/line.ts'
import {
  NoReply,
  openOutboundDoor,
  type DoorContext,
  type DoorLimits,
  type OutboundRequest,
  type Reply,
} from '../door.ts'
import { easySlipRequest, readEasySlip } from './easyslip.ts'
import { readSlipOk, slipOkRequest } from './slipok.ts'
import type { SlipCheck, SlipClient } from './transfer.ts'

/** They ask the bank while we wait, which is known to take long; no member waits for it. */
const limits: DoorLimits = {
  timeoutMs: 20_000,
  totalMs: 40_000,
  waitMs: 20_000,
  atOnceMax: 8,
  ownerAtOnceMax: 2,
  waitingMax: 64,
  ownerWaitingMax: 4,
}

const tryAgainMs = 2_000

type Shape = {
  request: (service: SlipService, payload: string) => OutboundRequest
  read: (reply: Reply) => SlipCheck
}

const headers = { 'content-type': 'application/json', accept: 'application/json' }

/** docs/outside/slips.md: the two services, which return the same data in two formats. */
const shapes: Record<SlipService['shape'], Shape> = {
  slipok: {
    request: ({ url, branch, key }, payload) => ({
      method: 'POST',
      url: `${url}/api/line/apikey/${encodeURIComponent(branch)}`,
      headers: { ...headers, 'x-authorization': key },
      body: slipOkRequest(payload),
    }),
    read: readSlipOk,
  },
  easyslip: {
    request: ({ url, key }, payload) => ({
      method: 'POST',
      url: `${url}/v2/verify/bank`,
      headers: { ...headers, authorization: `Bearer ${key}` },
      body: easySlipRequest(payload),
    }),
    read: readEasySlip,
  },
}

/** The client of the service that knows what banks know about a slip. */
export function openSlipService(service: SlipService | null, around: DoorContext): SlipClient {
  if (!service) return { check: async () => withoutAccount }
  const { request, read } = shapes[service.shape]
  const door = openOutboundDoor({
    ...around,
    name: { system: 'slips', party: service.shape, kind: 'check' },
    ...limits,
  })
  return {
    check: async (payload, owner) => {
      try {
        return read(await door({ ...request(service, payload), owner }))
      } catch (error) {
        if (!(error instanceof NoReply)) throw error
        // Our queue for the service is full, which says nothing about the service.
        if (error.cause instanceof NoTurn && error.cause.why !== 'closed')
          return { outcome: 'later', why: error.message, delayMs: tryAgainMs }
        return { outcome: 'unknown', why: error.message, ours: false }
      }
    },
  }
}

const withoutAccount: SlipCheck = {
  outcome: 'unknown',
  why: 'there is no account with a slip service: set SLIP_SERVICE',
  ours: true,
}
