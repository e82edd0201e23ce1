import type { DecidedWork } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { WholeTime } from '#ui/show/time.tsx'
import { Quote, Technical } from '#shared/facts/as-written.tsx'
import { MovementLink } from '#shared/movement-link.tsx'
import styles from './item.module.css'

/** The final decision: who, when, why, and what it moved. */
export function DecidedNote({ decided }: { decided: DecidedWork }) {
  const text = useText()
  const isDone = !notDone.has(decided.decision)
  return (
    <section
      className={classes(styles.decided, !isDone && styles.undone)}
      aria-label={text.work.decidedHead}
    >
      <p>
        <strong>{text.work.decided[decided.decision]}</strong>
        {decided.by && ` · ${decided.by}`} · <WholeTime at={decided.at} />
      </p>
      {decided.why && (
        <div>
          <Reason why={decided.why} isOfPerson={decided.by !== '' && isDone} />
        </div>
      )}
      {decided.movements.length > 0 && (
        <p className={styles.movements}>
          {decided.movements.map((id) => (
            <MovementLink key={id} id={id} />
          ))}
        </p>
      )}
    </section>
  )
}

/** The reason of what was confirmed and not done is the machine's, not the confirmer's. */
const notDone = new Set(['notDone', 'unclear'])

/** A code is translated; a text by a person is quoted, one by a job is collapsed. */
function Reason({ why, isOfPerson }: { why: string; isOfPerson: boolean }) {
  const { work } = useText()
  const known: Record<string, string> = { ...work.refused, ...work.why }
  if (Object.hasOwn(known, why)) return <span>{known[why]}</span>
  return isOfPerson ? <Quote words={why} /> : <Technical words={why} />
}
