import { useText } from '#core/i18n.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import styles from './help.module.css'

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { keys } = text.desk
  const rows: [string, string][] = [
    ['j k', keys.move],
    ['Enter', keys.open],
    ['1 – 9', keys.candidate],
    ['a – z', keys.decision],
    ['u', keys.undo],
    ['Esc', keys.back],
    ['/', keys.search],
    ['Ctrl K', keys.palette],
    ['?', keys.help],
  ]
  return (
    <Dialog title={keys.title} onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([key, words]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
              <span className="visually-hidden" translate="no">
                {key}
              </span>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
