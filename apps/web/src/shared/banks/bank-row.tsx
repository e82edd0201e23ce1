import type { BankNames } from '@kapao/contract/fields'
import { formatAccountNumber } from '#core/format.ts'
import { BankMark } from './bank-mark.tsx'
import { useBankName } from './bank-name.ts'
import styles from './bank-row.module.css'

type BankRowProps = {
  code: string
  /** Null if only the code is known. */
  bank: BankNames | null
  holder?: string
  /** Complete or masked; omitted where it is shown elsewhere. */
  accountNo?: string
}

/** A bank account as shown everywhere: the mark, the name in the member's language, the number in its groups. */
export function BankRow({ code, bank, holder, accountNo }: BankRowProps) {
  const nameOf = useBankName()
  return (
    <div className={styles.row}>
      <BankMark code={code} />
      <div className={styles.words}>
        <p className={styles.name}>{bank ? nameOf(bank) : code}</p>
        {accountNo !== undefined && (
          <p className={styles.number}>{formatAccountNumber(accountNo)}</p>
        )}
        {holder !== undefined && <p className={styles.holder}>{holder}</p>}
      </div>
    </div>
  )
}

/** Masked as by the server: enough to recognize one's own account. */
export function maskAccountNo(accountNo: string): string {
  return '•'.repeat(Math.max(0, accountNo.length - 4)) + accountNo.slice(-4)
}
