import { z } from 'zod'
import type { ActorWorld } from '../../actor.ts'
import type { Answer, Call } from '../../call.ts'
import { operation } from '../../operation.ts'
import { bankNumber, readCode, slipCode } from '../codes.ts'
import { cutName, maskMiddle } from '../masks.ts'
import { isSender, playSlipKey } from './slipok.ts'
import type { Holder, Transfer, Transfers } from '../transfers.ts'
import { hourMs } from '../../times.ts'

const body = z.object({
  payload: z.string().min(1).max(128),
  checkDuplicate: z.boolean().default(false),
})

type EasySlip = { routes: (stage: ActorWorld) => void; reset: () => void }

/** The same data in EasySlip's format: codes as words, the slip inside `rawSlip`. */
export function createEasySlip(transfers: Transfers): EasySlip {
  const seen = new Set<string>()

  const verify = ({ headers, body: given }: Call): Answer => {
    if (!headers.authorization) return refusal(401, 'MISSING_API_KEY')
    if (headers.authorization !== `Bearer ${playSlipKey}`) return refusal(401, 'INVALID_API_KEY')
    const read = body.safeParse(given)
    if (!read.success) return refusal(400, 'VALIDATION_ERROR')
    const code = readCode(read.data.payload)
    const found = typeof code === 'object' ? transfers.find(code.reference) : null
    if (!found || typeof code !== 'object' || !isSender(found.from, code.bank))
      return refusal(404, 'SLIP_NOT_FOUND')
    const isDuplicate = read.data.checkDuplicate && seen.has(found.reference)
    seen.add(found.reference)
    const data = {
      isDuplicate,
      matchedAccount: null,
      amountInSlip: Number(found.amount),
      rawSlip: rawSlipOf(found),
    }
    return { body: { success: true, data, message: 'Bank slip verified successfully' } }
  }

  return {
    routes: (stage) => operation(stage, { ...shape, ownFaults }, verify),
    reset: () => seen.clear(),
  }
}

const shape = {
  name: 'slips.easyslip',
  method: 'POST',
  path: '/v2/verify/bank',
  summary: 'Check a slip (EasySlip)',
} as const

const ownFaults = {
  'bank-delay': {
    summary: 'The bank does not know yet.',
    answer: refusal(404, 'SLIP_PENDING'),
  },
  'no-quota': { summary: 'The account has no quota left.', answer: refusal(403, 'QUOTA_EXCEEDED') },
  captcha: {
    summary: 'A checker that reads the page of the bank could not get past its captcha.',
    answer: refusal(422, 'TRIPPLE_WRONG_CAPTCHA'),
  },
}

function refusal(status: number, code: string): Answer {
  return { status, body: { success: false, error: { code, message: code } } }
}

function rawSlipOf(transfer: Transfer): object {
  const { reference, from, to, amount, currency, at } = transfer
  const local = new Date(at.getTime() + 7 * hourMs).toISOString().slice(0, 19)
  return {
    payload: slipCode(from.bank, reference),
    transRef: reference,
    date: `${local}+07:00`,
    countryCode: currency === 'LAK' ? 'LA' : 'TH',
    amount: {
      amount: Number(amount),
      local:
        currency === 'LAK'
          ? { amount: Number(amount), currency: '418' }
          : { amount: 0, currency: '' },
    },
    fee: 0,
    ref1: '',
    ref2: '',
    ref3: '',
    sender: sideOf(from),
    receiver: sideOf(to),
  }
}

function sideOf({ bank, accountNo, name, nameTH, shown = {} }: Holder): object {
  const id = shown.bank ?? bankNumber(bank)
  return {
    bank: { id, name: bank, short: id === '' ? '' : bank },
    account: {
      name: {
        ...(nameTH === null ? {} : { th: cutName(nameTH, 'นาย') }),
        en: name === '-' ? '' : cutName(name, 'MR.'),
      },
      bank: {
        type: shown.accountType ?? 'BANKAC',
        account: shown.account ?? maskMiddle(accountNo),
      },
      ...(shown.proxy ? { proxy: { type: 'MSISDN', account: shown.proxy } } : {}),
    },
  }
}
