import { useState } from 'react'
import { useLanguage, useVisitorText } from '#core/i18n.tsx'
import type { VideoName } from '#core/settings.ts'
import { useSettings } from '#shared/page-settings.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { playIcon } from '@kapao/ui/icons/public-icons.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import styles from './player-sheet.module.css'

/**
 * The player is removed with the sheet, and with it the sound. The operator's video takes precedence over our own film
 * of the app.
 */
export function PlayerSheet({ name, onClose }: { name: VideoName; onClose: () => void }) {
  const text = useVisitorText().howto
  const address = useSettings().videos[name]
  return (
    <Sheet title={text.videos[name]} onClose={onClose}>
      {address === null ? (
        <OwnFilm name={name} />
      ) : (
        // The operator's videos have no separate subtitles.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video className={styles.video} src={address} controls autoPlay playsInline />
      )}
    </Sheet>
  )
}

/** The app itself, filmed in the language that is shown; `npm run howto` makes the films. */
function OwnFilm({ name }: { name: VideoName }) {
  const text = useVisitorText().howto
  const language = useLanguage()
  const [isMissing, setMissing] = useState(false)
  const film = `/howto/${language}-${name}`
  if (isMissing) return <EmptyState path={playIcon}>{text.none}</EmptyState>
  return (
    <video
      className={styles.film}
      src={`${film}.mp4`}
      aria-label={text.videos[name]}
      controls
      autoPlay
      muted
      playsInline
      onError={() => setMissing(true)}
    >
      <track
        kind="captions"
        src={`${film}.vtt`}
        srcLang={language === 'la' ? 'lo' : language}
        default
      />
    </video>
  )
}
