import { Icon } from '@kapao/ui/icons/icon.tsx'
import { searchIcon } from '@kapao/ui/icons/more-icons.ts'
import { useId, useState } from 'react'
import { Autocomplete, Button as AriaButton, ListBox, ListBoxItem } from 'react-aria-components'
import { useLanguage, useText } from '#core/i18n.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/form/field.tsx'
import { actsNamed } from './acts-named.ts'
import shared from '#shared/shared.module.css'
import styles from './audit.module.css'

type Props = { action: string; onChoose: (action: string) => void }

/** "Everything" needs a key of its own, because a list has no empty key. */
const everything = 'everything'

/** A search for acts by a part of their name or of the code in the trail. */
export function ActChoice({ action, onChoose }: Props) {
  const text = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const actions: Readonly<Record<string, string>> = text.words.actions
  return (
    <div className={styles.act}>
      <span id={id} className={styles.label}>
        {text.people.action}
      </span>
      <AriaButton
        id={`${id}-button`}
        className={styles.choice ?? ''}
        aria-labelledby={`${id} ${id}-button`}
        onPress={() => setOpen(true)}
      >
        <span>{action === '' ? text.people.everyAct : (actions[action] ?? action)}</span>
        <Icon path={searchIcon} />
      </AriaButton>
      {isOpen && (
        <ActDialog
          onClose={() => setOpen(false)}
          onChoose={(key) => {
            setOpen(false)
            onChoose(key === everything ? '' : key)
          }}
        />
      )}
    </div>
  )
}

function ActDialog({ onClose, onChoose }: { onClose: () => void; onChoose: Props['onChoose'] }) {
  const text = useText()
  const language = useLanguage()
  const [words, setWords] = useState('')
  const acts = actsNamed(text.words.actions, { words, language })
  return (
    <Dialog title={text.people.action} onClose={onClose} isWide>
      <Autocomplete inputValue={words} onInputChange={setWords}>
        <Field
          label={text.people.findAct}
          value={words}
          onChange={setWords}
          type="search"
          takesFocus
        />
        <ListBox
          aria-label={text.people.action}
          className={styles.acts ?? ''}
          onAction={(key) => onChoose(String(key))}
          renderEmptyState={() => <p role="status">{text.desk.palette.none}</p>}
        >
          {words.trim() === '' && (
            <ListBoxItem
              id={everything}
              textValue={text.people.everyAct}
              className={styles.option ?? ''}
            >
              {text.people.everyAct}
            </ListBoxItem>
          )}
          {acts.map(({ code, name }) => (
            <ListBoxItem key={code} id={code} textValue={name} className={styles.option ?? ''}>
              <span>{name}</span>
              <span className={shared.dim}>{code}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
}
