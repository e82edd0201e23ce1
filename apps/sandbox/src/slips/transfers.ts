import { randomInt } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import { minuteMs } from '../times.ts'

export type Holder = {
  bank: string
  accountNo: string
  name: string
  nameTH: string | null
  /** Values that a slip shows instead of the services' usual ones; an empty text omits the field. */
  shown?:
    | {
        bank?: string | undefined
        account?: string | undefined
        accountType?: string | undefined
        proxy?: string | undefined
      }
    | undefined
}

/** A transfer as the banks know it. */
export type Transfer = {
  reference: string
  from: Holder
  to: Holder
  /** Decimal text, such as 500.00. */
  amount: string
  currency: 'BAHT' | 'LAK'
  at: Date
}

export type Transfers = {
  add: (transfer: Omit<Transfer, 'reference' | 'at'> & { minutesAgo: number }) => Transfer
  /** One of before the sandbox began, under its own reference. */
  keep: (transfer: Transfer) => void
  find: (reference: string) => Transfer | null
  list: () => Transfer[]
  reset: () => void
}

const kept = 300

/** The transfers that the slip service can be asked about. */
export function createTransfers(clock: SandboxClock): Transfers {
  let all: Transfer[] = []
  return {
    add: ({ minutesAgo, ...given }) => {
      const at = new Date(clock.now().getTime() - minutesAgo * minuteMs)
      const transfer = { ...given, reference: newReference(at), at }
      all.push(transfer)
      all = all.slice(-kept)
      return transfer
    },
    keep: (transfer) => {
      all = [...all, transfer].slice(-kept)
    },
    find: (reference) => all.find((one) => one.reference === reference) ?? null,
    list: () => all.toReversed(),
    reset: () => {
      all = []
    },
  }
}

/** Each bank has its own format of references; they are case-sensitive. */
function newReference(at: Date): string {
  const day = at.toISOString().slice(2, 10).replaceAll('-', '')
  const letters = Array.from(
    { length: 3 },
    () => 'ABCDEFGHJKLMNPQRSTUVWXYZabcdef'[randomInt(30)],
  ).join('')
  return `0${day}${String(randomInt(10 ** 6)).padStart(6, '0')}${letters}${String(randomInt(10 ** 4)).padStart(4, '0')}`
}
