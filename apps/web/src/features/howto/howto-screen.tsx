import { useState } from 'react'
import { useVisitorText } from '#core/i18n.tsx'
import { videoNames, type VideoName } from '#core/settings.ts'
import { useTitle } from '#shared/page-settings.tsx'
import { playIcon } from '@kapao/ui/icons/public-icons.ts'
import { ListRow } from '#ui/layout/list-row.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import styles from './howto-screen.module.css'
import { PlayerSheet } from './player-sheet.tsx'

export function HowtoScreen() {
  const text = useVisitorText().howto
  const [playing, setPlaying] = useState<VideoName | null>(null)
  useTitle(text.title)

  return (
    <div className={styles.screen}>
      <PageHead title={text.title}>{text.lead}</PageHead>
      <ul className={styles.list}>
        {videoNames.map((name) => (
          <li key={name}>
            <ListRow
              path={playIcon}
              title={text.videos[name]}
              label={text.play(text.videos[name])}
              onClick={() => setPlaying(name)}
            />
          </li>
        ))}
      </ul>
      {playing && <PlayerSheet name={playing} onClose={() => setPlaying(null)} />}
    </div>
  )
}
