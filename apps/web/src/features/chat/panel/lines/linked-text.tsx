import { piecesOf } from '../../story/addresses.ts'
import styles from './lines.module.css'

/** Text in which web addresses are links; it is never parsed as markup, so nothing else in it has an effect. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p className={styles.text}>
      {piecesOf(text).map(({ words, address }, place) =>
        address === null ? (
          words
        ) : (
          <a key={place} href={address} target="_blank" rel="noopener noreferrer nofollow">
            {words}
          </a>
        ),
      )}
    </p>
  )
}
