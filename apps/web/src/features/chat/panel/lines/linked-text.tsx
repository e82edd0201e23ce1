import { piecesOf } from '../../story/addresses.ts'
import styles from './lines.module.css'

/** Words with their web addresses made links; never markup, so that nothing in it can be anything else. */
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
