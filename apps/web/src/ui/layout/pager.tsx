import { IconButton } from '#ui/form/icon-button.tsx'
import { backIcon, nextIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './pager.module.css'

export type PagerWords = {
  label: string
  previous: string
  next: string
  page: (page: number) => string
}

type PagerProps = {
  page: number
  pages: number
  /** How many neighbours of the current page are shown on each side. */
  before?: number
  after?: number
  words: PagerWords
  onPage: (page: number) => void
}

export function Pager({ page, pages, before = 1, after = 1, words, onPage }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} aria-label={words.label}>
      {page > 1 && (
        <IconButton label={words.previous} path={backIcon} onClick={() => onPage(page - 1)} />
      )}
      {pagesAround({ page, pages, before, after }).map((number) => (
        <button
          key={number}
          type="button"
          className={styles.page}
          aria-label={words.page(number)}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      {page < pages && (
        <IconButton label={words.next} path={nextIcon} onClick={() => onPage(page + 1)} />
      )}
    </nav>
  )
}

type PagerShape = { page: number; pages: number; before: number; after: number }

/** The current page with its neighbours, as far as they exist. */
export function pagesAround({ page, pages, before, after }: PagerShape): number[] {
  const first = Math.max(1, page - before)
  const last = Math.min(pages, page + after)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
}
