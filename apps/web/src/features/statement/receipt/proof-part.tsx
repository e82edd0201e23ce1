import { useState } from 'react'
import { formatDateTime } from '#core/format.ts'
import { useStatementText } from '../text/statement-text.ts'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import type { Receipt } from '../queries.ts'
import { proveReceipt, type Verdict } from './prove.ts'
import { readSeals } from './seals.ts'
import styles from './receipt-sheet.module.css'

type ProofState = Verdict | { kind: 'checking' } | { kind: 'unreachable' }

/** Recomputes the proof on this device, against the seals that anybody can read. */
export function ProofPart({ receipt }: { receipt: Receipt }) {
  const text = useStatementText().proof
  const [found, setFound] = useState<ProofState | null>(null)
  const isSealed = receipt.movements.some(({ proof }) => proof !== null)

  async function check(): Promise<void> {
    setFound({ kind: 'checking' })
    try {
      setFound(proveReceipt(receipt, await readSeals()))
    } catch {
      setFound({ kind: 'unreachable' })
    }
  }

  if (receipt.movements.length === 0) return null
  return (
    <section className={styles.part}>
      <h3 className={styles.name}>{text.title}</h3>
      <p className={styles.dim}>{isSealed ? text.lead : text.tonight}</p>
      {isSealed && (
        <Button kind="secondary" busy={found?.kind === 'checking'} onClick={() => void check()}>
          {found?.kind === 'checking' ? text.checking : text.check}
        </Button>
      )}
      <div role="status">{found && <VerdictWords found={found} />}</div>
      {isSealed && <Details receipt={receipt} />}
    </section>
  )
}

function VerdictWords({ found }: { found: ProofState }) {
  const text = useStatementText().proof
  if (found.kind === 'checking') return null
  if (found.kind === 'unreachable') return <p className={styles.broken}>{text.unreachable}</p>
  if (found.kind === 'broken')
    return (
      <p className={styles.broken}>
        <Icon path={alertIcon} />
        <span>
          {text.broken} {text.brokenWhy[found.why]}
        </span>
      </p>
    )
  const { movements, seals, sealedAt, open } = found
  return (
    <p className={styles.proven}>
      <Icon path={checkIcon} />
      <span>
        {text.proven(movements, seals.join(', '), formatDateTime(Date.parse(sealedAt)))}{' '}
        {text.means}
        {open > 0 && ` ${text.partly(open)}`}
      </span>
    </p>
  )
}

/** For verifying it with another program. */
function Details({ receipt }: { receipt: Receipt }) {
  const text = useStatementText().proof
  return (
    <details className={styles.details}>
      <summary>{text.details}</summary>
      {receipt.movements.map(
        ({ id, proof }) =>
          proof && (
            <div key={id} className={styles.computed}>
              <p>{text.seal(proof.seal.no, formatDateTime(Date.parse(proof.seal.sealedAt)))}</p>
              <code>{proof.seal.root}</code>
              <code>{proof.salt}</code>
              <code>{JSON.stringify(proof.fields)}</code>
              <code>{`${proof.index} / ${proof.size}`}</code>
              {proof.path.map((hash) => (
                <code key={hash}>{hash}</code>
              ))}
            </div>
          ),
      )}
    </details>
  )
}
