import { useMemberText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { postForm, type Entrance } from './launch/game-tab.ts'
import styles from './kept-game.module.css'

/** The browser has blocked the tab: one more tap opens it. */
export function KeptGame({ entrance: { address, fields } }: { entrance: Entrance }) {
  const text = useMemberText().games
  return (
    <Card>
      <p role="status">{text.ready}</p>
      {fields ? (
        <Button onClick={() => postForm(address, fields, '_blank')}>{text.goThere}</Button>
      ) : (
        <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
          {text.goThere}
        </a>
      )}
    </Card>
  )
}
