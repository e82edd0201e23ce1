import { z } from 'zod'
import type { ActorWorld } from '../../actor.ts'
import type { OwnFault } from '../../faults/faults.ts'
import type { Answer, Call } from '../../call.ts'
import { operation } from '../../operation.ts'
import { bankNumber, readCode } from '../codes.ts'
import { cutName, maskAccount } from '../masks.ts'
import type { Holder, Transfer, Transfers } from '../transfers.ts'
import { hourMs } from '../../times.ts'

export const playSlipKey = 'sandbox-slip-key'

/** A service that does not report the payer's bank does not compare it with the code either. */
export function isSender({ bank, shown }: Holder, inCode: string): boolean {
  return shown?.bank === '' || inCode === bankNumber(bank)
}

const body = z.object({ data: z.string().min(1), log: z.boolean().default(false) })

type SlipOk = { routes: (stage: ActorWorld) => void; reset: () => void }

/** The service in SlipOK's format: codes as numbers, everything in one envelope (docs/outside/slips.md). */
export function createSlipOk(transfers: Transfers): SlipOk {
  const logged = new Set<string>()

  const verify = ({ headers, body: given }: Call): Answer => {
    if (headers['x-authorization'] !== playSlipKey) return refusal(1002, 'Authorization is invalid')
    const read = body.safeParse(given)
    if (!read.success) return refusal(1000, 'There is no data of a QR code')
    const code = readCode(read.data.data)
    if (code === 'other') return refusal(1008, 'The QR code is of no payment slip')
    const found = code === 'damaged' ? null : transfers.find(code.reference)
    if (!found || code === 'damaged' || !isSender(found.from, code.bank))
      return refusal(1011, 'The QR code has expired or there is no such transaction')
    if (read.data.log && logged.has(found.reference))
      return { ...refusal(1012, 'The slip was sent before', dataOf(found)) }
    if (read.data.log) logged.add(found.reference)
    return { body: { success: true, data: dataOf(found) } }
  }

  return {
    routes: (stage) => operation(stage, { ...shape, ownFaults: faultsOf(transfers) }, verify),
    reset: () => logged.clear(),
  }
}

const shape = {
  name: 'slips.slipok',
  method: 'POST',
  path: '/api/line/apikey/:branch',
  summary: 'Check a slip (SlipOK)',
} as const

function faultsOf(transfers: Transfers): Record<string, OwnFault> {
  return {
    'bank-delay': {
      summary: 'The bank does not know yet: ask again in some minutes.',
      answer: refusal(1010, 'The bank needs some time', { bankCode: '014', delay: 5 }),
    },
    'bank-down': {
      summary: 'The bank is down for a while.',
      answer: refusal(1009, 'The bank is down, try again in 15 minutes'),
    },
    'no-quota': {
      summary: 'The account has no quota left.',
      answer: refusal(1004, 'The quota is used up'),
    },
    captcha: {
      summary: 'A checker that reads the page of the bank could not get past its captcha.',
      answer: refusal(1099, 'TRIPPLE_WRONG_CAPTCHA'),
    },
    'other-transfer': {
      summary: 'Answers with a different transfer than the one requested.',
      play: async () => {
        const [newest] = transfers.list()
        const data = newest ? { ...dataOf(newest), transRef: 'SOMETHINGELSE01' } : {}
        return { answer: { body: { success: true, data } } }
      },
    },
    'thai-receiver': {
      summary: 'Writes the receiver in Thai only, as some banks do.',
      play: async ({ call }) => {
        const code = readCode(String((call.body as { data?: unknown }).data))
        const found = typeof code === 'object' ? transfers.find(code.reference) : null
        if (!found) return { answer: refusal(1011, 'There is no such transaction') }
        const to = { ...found.to, name: '-', nameTH: 'กะเปา เดโม' }
        return { answer: { body: { success: true, data: dataOf({ ...found, to }) } } }
      },
    },
    'wrong-receiver': {
      summary:
        'Says that the receiver is not one of the branch, but returns the transfer all the same.',
      play: async ({ call }) => {
        const code = readCode(String((call.body as { data?: unknown }).data))
        const found = typeof code === 'object' ? transfers.find(code.reference) : null
        return { answer: refusal(1014, 'The receiver is another', found && dataOf(found)) }
      },
    },
  }
}

function refusal(code: number, message: string, data?: unknown): Answer {
  return { status: 400, body: { success: false, code, message, ...(data ? { data } : {}) } }
}

function dataOf(transfer: Transfer): object {
  const { reference, from, to, amount, currency, at } = transfer
  const local = new Date(at.getTime() + 7 * hourMs).toISOString()
  return {
    success: true,
    message: '✅',
    rqUID: `783_${reference}`,
    language: 'TH',
    transRef: reference,
    sendingBank: from.shown?.bank ?? bankNumber(from.bank),
    receivingBank: to.shown?.bank ?? bankNumber(to.bank),
    transDate: local.slice(0, 10).replaceAll('-', ''),
    transTime: local.slice(11, 19),
    transTimestamp: at.toISOString(),
    sender: sideOf(from),
    receiver: sideOf(to),
    amount: Number(amount),
    paidLocalAmount: Number(amount),
    paidLocalCurrency: currency === 'LAK' ? '418' : '764',
    countryCode: currency === 'LAK' ? 'LA' : 'TH',
    transFeeAmount: '0',
    ref1: '',
    ref2: '',
    ref3: '',
    toMerchantId: '',
  }
}

function sideOf({ name, nameTH, accountNo, shown = {} }: Holder): object {
  // A bank that writes names in Thai only.
  const latin = name === '-' ? '' : cutName(name, 'MR.')
  return {
    displayName: nameTH === null ? latin : cutName(nameTH, 'นาย'),
    name: latin,
    proxy: shown.proxy ? { type: 'MSISDN', value: shown.proxy } : { type: null, value: null },
    account: {
      type: shown.accountType ?? 'BANKAC',
      value: shown.account ?? maskAccount(accountNo),
    },
  }
}
