import { useStatementText } from './text/statement-text.ts'
import type { View } from './queries.ts'
import styles from './filter-chips.module.css'

type Kind = View['kind']

const kinds: readonly Kind[] = [null, 'deposit', 'withdraw', 'transfer', 'bonus']

/** Filters the rows by one kind, or shows them all. */
export function FilterChips({ shown, onShow }: { shown: Kind; onShow: (kind: Kind) => void }) {
  const text = useStatementText().filters
  return (
    <div className={styles.chips} role="group" aria-label={text.label}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.chip}
          aria-pressed={kind === shown}
          onClick={() => onShow(kind)}
        >
          {text[kind ?? 'all']}
        </button>
      ))}
    </div>
  )
}
