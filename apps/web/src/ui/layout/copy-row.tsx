import { copyText } from '#core/browser/copy.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { copyIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './copy-row.module.css'

export type CopyWords = {
  button: (what: string) => string
  done: (text: string) => string
  failed: string
}

type CopyRowProps = {
  label: string
  /** The value as shown, and as copied if that differs. */
  value: string
  copied?: string
  words: CopyWords
}

/** A name and its value, without a copy button. */
export function ValueRow({ label, value }: Pick<CopyRowProps, 'label' | 'value'>) {
  return (
    <div className={`${styles.row} ${styles.plain}`}>
      <Pair label={label} value={value} />
    </div>
  )
}

function Pair({ label, value }: Pick<CopyRowProps, 'label' | 'value'>) {
  return (
    <dl className={styles.pair}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
    </dl>
  )
}

/** A name and its value, with a button to copy the value. */
export function CopyRow({ label, value, copied = value, words }: CopyRowProps) {
  async function copy(): Promise<void> {
    if (await copyText(copied)) showToast('success', words.done(copied))
    else showToast('danger', words.failed)
  }

  return (
    <div className={styles.row}>
      <Pair label={label} value={value} />
      <IconButton label={words.button(label)} path={copyIcon} onClick={() => void copy()} />
    </div>
  )
}

/** As high as the row, so that nothing moves when it arrives. */
export function CopyRowSkeleton({ label }: { label: string }) {
  return (
    <div className={`${styles.row} ${styles.plain}`}>
      <dl className={styles.pair}>
        <dt className={styles.label}>{label}</dt>
        <dd className={styles.waiting}>
          <Skeleton shape="title" />
        </dd>
      </dl>
    </div>
  )
}
