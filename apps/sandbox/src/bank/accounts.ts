import type { SandboxClock } from '../clock.ts'
import type { Transfer } from '../slips/transfers.ts'

export type Currency = 'BAHT' | 'LAK'

/** How an account's owner learns of money: from a feed of its statement, from SMS on a phone, or not at all. */
export type Mode = 'feed' | 'sms' | 'silent'

export type AccountFacts = {
  bank: string
  accountNo: string
  name: string
  currency: Currency
  mode: Mode
}

/** The accounts that the demo's members pay into. */
const accountFacts: readonly AccountFacts[] = [
  { bank: 'KBANK', accountNo: '1112223334', currency: 'BAHT', mode: 'feed' },
  { bank: 'SCB', accountNo: '2223334445', currency: 'BAHT', mode: 'sms' },
  { bank: 'GSB', accountNo: '020333444555', currency: 'BAHT', mode: 'silent' },
  { bank: 'BCEL', accountNo: '1601110001234567', currency: 'LAK', mode: 'feed' },
].map((facts) => ({ ...facts, name: 'KAPAO DEMO CO LTD' }) as AccountFacts)

export type StatementLine = {
  id: number
  transfer: Transfer
  /** As the statement shows it; a bank may correct it afterwards. */
  amount: string
  balance: string
} & NamingOptions

/** Whether feed and statement name the sending bank and the transfer's reference. */
type NamingOptions = { namesBank: boolean; namesTransfer: boolean }

export type BankAccount = {
  facts: AccountFacts
  balance: () => string
  /** Books an incoming transfer. */
  take: (transfer: Transfer, naming: NamingOptions) => StatementLine
  correct: (reference: string, amount: string) => StatementLine | null
  /** Oldest first. */
  lines: (time?: { from: Date; to: Date }) => StatementLine[]
}

export type Bank = {
  accounts: () => BankAccount[]
  /** Opens the account if it does not exist yet: the payer chooses the account, not the sandbox. */
  account: (wanted: Pick<AccountFacts, 'bank' | 'accountNo' | 'currency'>) => BankAccount
  findLine: (reference: string) => { account: BankAccount; line: StatementLine } | null
  clock: SandboxClock
  reset: () => void
}

const linesMax = 1_000

export function createBank(clock: SandboxClock): Bank {
  let accounts: BankAccount[] = accountFacts.map(openAccount)
  return {
    accounts: () => accounts,
    account: ({ bank, accountNo, currency }) => {
      const known = accounts.find(
        ({ facts }) => facts.bank === bank && facts.accountNo === accountNo,
      )
      if (known) return known
      const opened = openAccount({
        bank,
        accountNo,
        currency,
        name: 'KAPAO DEMO CO LTD',
        mode: 'feed',
      })
      accounts = [...accounts, opened]
      return opened
    },
    findLine: (reference) => {
      for (const account of accounts) {
        const line = account.lines().find(({ transfer }) => transfer.reference === reference)
        if (line) return { account, line }
      }
      return null
    },
    clock,
    reset: () => {
      accounts = accountFacts.map(openAccount)
    },
  }
}

function openAccount(facts: AccountFacts): BankAccount {
  let lines: StatementLine[] = []
  let hundredths = 0n
  let lastId = 0
  return {
    facts,
    balance: () => textOf(hundredths),
    take: (transfer, { namesBank, namesTransfer }) => {
      hundredths += hundredthsOf(transfer.amount)
      lastId += 1
      const balance = textOf(hundredths)
      const naming = { namesBank, namesTransfer }
      const line = { id: lastId, transfer, amount: transfer.amount, balance, ...naming }
      lines = [...lines, line].slice(-linesMax)
      return line
    },
    correct: (reference, amount) => {
      const line = lines.find(({ transfer }) => transfer.reference === reference)
      if (!line) return null
      hundredths += hundredthsOf(amount) - hundredthsOf(line.amount)
      line.amount = amount
      return line
    },
    lines: (time) =>
      lines.filter(({ transfer: { at } }) => !time || (at >= time.from && at < time.to)),
  }
}

export function hundredthsOf(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(2, '0'))
}

export function textOf(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function grouped(amount: string): string {
  const [whole = '0', decimals = ''] = textOf(hundredthsOf(amount)).split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}
