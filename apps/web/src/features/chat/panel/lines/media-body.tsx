import { useState } from 'react'
import { isLost } from '#core/files/is-lost.ts'
import { readChatAddress } from '#core/live/chat-address.ts'
import { useChatText } from '../../text/chat-text.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { linkOutIcon } from '@kapao/ui/icons/more-icons.ts'
import { fileAddress, safeWebAddress, shownAddress } from '../../story/addresses.ts'
import type { ChatLine } from '../../story/line.ts'
import { LinkedText } from './linked-text.tsx'
import styles from './lines.module.css'

export type MediaPayload = Extract<ChatLine['message'], { message_type: 'media' }>['payload']

/** A picture, a video or a link to a file; shown from this device during the upload, then from the chat's server. */
export function MediaBody({ media, preview }: { media: MediaPayload; preview: string | null }) {
  return (
    <>
      <Shown media={media} preview={preview} />
      {media.message && <LinkedText text={media.message} />}
    </>
  )
}

function Shown({ media, preview }: { media: MediaPayload; preview: string | null }) {
  const text = useChatText().media
  const { fileType, name } = media
  const address = addressOf(media)
  const [broken, setBroken] = useState<string | null>(null)
  const [lost, setLost] = useState<string | null>(null)
  const shown = preview ?? address
  const onError = ({ currentTarget: { src } }: { currentTarget: { src: string } }): void => {
    setBroken(shown)
    if (preview === null) void isLost(src).then((is) => is && setLost(shown))
  }

  // Media on other servers is not shown here, only linked.
  const elsewhere = shown === null ? safeWebAddress(media.url) : null
  if (elsewhere !== null) return <FileLink address={elsewhere} name={name} />
  // Reading the messages again does not help with a file of this device.
  if (shown === null || shown === broken) {
    const why = shown !== null && shown === lost ? text.lost : text.broken
    return <p className={styles.quiet}>{preview === null ? why : text.unseen}</p>
  }
  if (fileType === 'image')
    return (
      <PictureLink address={preview === null ? shown : null}>
        <img
          className={styles.picture}
          src={preview ?? thumbnailOf(media) ?? shown}
          width={media.width ?? 220}
          height={media.height ?? 165}
          alt={text.picture(name)}
          onError={onError}
        />
      </PictureLink>
    )
  if (fileType === 'video')
    return (
      // What people send has no subtitles.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        className={styles.video}
        src={shown}
        aria-label={text.video(name)}
        controls
        playsInline
        preload="metadata"
        onError={onError}
      />
    )
  return <FileLink address={shown} name={name} />
}

function FileLink({ address, name }: { address: string; name: string }) {
  const text = useChatText().media
  return (
    <a className={styles.file} href={address} target="_blank" rel="noopener noreferrer nofollow">
      <Icon path={linkOutIcon} />
      {text.file(name)}
    </a>
  )
}

function PictureLink({ address, children }: { address: string | null; children: React.ReactNode }) {
  if (address === null) return children
  return (
    <a className={styles.pictureLink} href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function addressOf({ url, filePath }: MediaPayload): string | null {
  const server = readChatAddress() ?? location.origin
  return shownAddress(url, [location.origin, server]) ?? fileAddress(filePath, server)
}

function thumbnailOf({ url, thumbnail }: MediaPayload): string | null {
  if (url !== undefined || thumbnail === undefined) return null
  return fileAddress(thumbnail, readChatAddress() ?? location.origin)
}
