import { useMemberText } from '#core/i18n.tsx'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { closeIcon, searchIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './search-field.module.css'

type SearchFieldProps = { words: string; onWords: (words: string) => void }

export function SearchField({ words, onWords }: SearchFieldProps) {
  const text = useMemberText().games
  return (
    <div className={styles.field} role="search">
      <Icon path={searchIcon} />
      <input
        type="text"
        inputMode="search"
        className={styles.input}
        aria-label={text.search}
        placeholder={text.search}
        autoComplete="off"
        maxLength={40}
        value={words}
        // The results are below, where a phone's keyboard would cover them.
        onFocus={({ target }) => target.scrollIntoView({ block: 'start' })}
        onChange={({ target }) => onWords(target.value)}
      />
      {words !== '' && (
        <IconButton label={text.clear} path={closeIcon} onClick={() => onWords('')} />
      )}
    </div>
  )
}
