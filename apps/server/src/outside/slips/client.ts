import type { Clock } from '#core/clock.ts'
import type { SlipService } from '#core/accounts/slip-service.ts'
import { NoReply, openDoor, type Letter, type Reply } from '../door.ts'
import { easySlipRequest, readEasySlip } from './easyslip.ts'
import { readSlipOk, slipOkRequest } from './slipok.ts'
import type { Checked, SlipClient } from './transfer.ts'

/** They ask the bank while we wait, which is known to take long. */
const timeoutMs = 20_000
const atOnceMax = 8

type Shape = {
  letter: (service: SlipService, payload: string) => Letter
  read: (reply: Reply) => Checked
}

const headers = { 'content-type': 'application/json', accept: 'application/json' }

/** docs/outside/slips.md: the two services that there are, which say the same in two languages. */
const shapes: Record<SlipService['shape'], Shape> = {
  slipok: {
    letter: ({ url, branch, key }, payload) => ({
      method: 'POST',
      url: `${url}/api/line/apikey/${encodeURIComponent(branch)}`,
      headers: { ...headers, 'x-authorization': key },
      body: slipOkRequest(payload),
    }),
    read: readSlipOk,
  },
  easyslip: {
    letter: ({ url, key }, payload) => ({
      method: 'POST',
      url: `${url}/v2/verify/bank`,
      headers: { ...headers, authorization: `Bearer ${key}` },
      body: easySlipRequest(payload),
    }),
    read: readEasySlip,
  },
}

/** The client of the service that knows what banks know about a slip. */
export function openSlipService(service: SlipService | null, clock: Clock): SlipClient {
  if (!service) return { check: async () => withoutAccount }
  const { letter, read } = shapes[service.shape]
  const door = openDoor({ clock, timeoutMs, atOnceMax })
  return {
    check: async (payload) => {
      try {
        return read(await door(letter(service, payload)))
      } catch (error) {
        if (!(error instanceof NoReply)) throw error
        return { outcome: 'unknown', why: error.message, ours: false }
      }
    },
  }
}

const withoutAccount: Checked = {
  outcome: 'unknown',
  why: 'there is no account with a slip service: set SLIP_SERVICE',
  ours: true,
}
