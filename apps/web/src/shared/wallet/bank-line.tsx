import styles from './bank-line.module.css'

type BankLineProps = {
  code: string
  /** What the bank is called; the code where that is not known. */
  name: string
  /** Already masked. */
  accountNo: string
  holder?: string
}

/** A bank account at a glance: the bank's mark in its colour, the masked number, the names. */
export function BankLine({ code, name, accountNo, holder }: BankLineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.mark} data-bank={code} aria-hidden="true">
        {code.slice(0, 2)}
      </span>
      <div className={styles.words}>
        <span className={styles.number}>{accountNo}</span>
        <span className={styles.name}>{holder === undefined ? name : `${name} · ${holder}`}</span>
      </div>
    </div>
  )
}

/** As the server masks it: enough to recognise one's own account. */
export function maskAccountNo(accountNo: string): string {
  return '•'.repeat(Math.max(0, accountNo.length - 4)) + accountNo.slice(-4)
}
