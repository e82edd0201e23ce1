import { checkSpin, type DrawVerdict } from '@kapao/contract/fair/draw'
import { useState } from 'react'
import { useSpinText } from '../text/spin-text.ts'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useLanguage } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { readReveal, readSpun, settledSetup, type SpunHere } from '../queries.ts'
import styles from './check-sheet.module.css'

type CheckSheetProps = { commitment: string | null; onClose: () => void }

/**
 * Computes on this device where the wheel had to stop, from the commitment before the spin and the values revealed
 * after it.
 */
export function CheckSheet({ commitment, onClose }: CheckSheetProps) {
  const text = useSpinText().proof
  const [spun] = useState(readSpun)
  return (
    <Sheet title={text.title} onClose={onClose}>
      <div className={styles.check}>
        <p>{text.lead}</p>
        {commitment && <Words label={text.promise} words={commitment} />}
        {spun.length === 0 && <p className={styles.quiet}>{text.none}</p>}
        <ul className={styles.list}>
          {spun.map((one) => (
            <SpunRow key={one.clientSeed} spun={one} />
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

type CheckResult = { verdict: DrawVerdict; serverSeed: string } | { sentence: string }

function SpunRow({ spun }: { spun: SpunHere }) {
  const text = useSpinText().proof
  const faultText = useFaultText()
  const queries = useQueries()
  const language = useLanguage()
  const [isSending, once] = useSending()
  const [checked, setChecked] = useState<CheckResult | null>(null)

  async function check(): Promise<void> {
    try {
      await settledSetup(queries, language)
      const revealed = await readReveal(spun.commitment)
      setChecked({ verdict: checkSpin(revealed, spun), serverSeed: revealed.serverSeed })
    } catch (fault) {
      const isEarly = fault instanceof CallFault && fault.code === 'NO_DATA'
      const sentence = isEarly ? text.later : faultText(fault)
      if (sentence !== null) setChecked({ sentence })
    }
  }
  return (
    <li className={styles.spun}>
      <div className={styles.row}>
        <b>{spun.label}</b>
        <Button kind="secondary" busy={isSending} onClick={() => void once(check)}>
          {isSending ? text.checking : text.check}
        </Button>
      </div>
      <div role="status">
        {checked && 'sentence' in checked && <p className={styles.quiet}>{checked.sentence}</p>}
        {checked && 'verdict' in checked && <Verdict {...checked} />}
      </div>
      <Words label={text.words} words={spun.clientSeed} />
      {checked && 'verdict' in checked && <Words label={text.seed} words={checked.serverSeed} />}
    </li>
  )
}

function Verdict({ verdict }: { verdict: DrawVerdict }) {
  const text = useSpinText().proof
  if (!verdict.fair)
    return (
      <p className={styles.unfair}>
        <Icon path={alertIcon} /> {text.unfair}
      </p>
    )
  return (
    <>
      <p className={styles.fair}>
        <Icon path={checkIcon} /> {text.fair(verdict.nonce + 1)}
      </p>
      <ul className={styles.steps}>
        {Object.values(text.steps).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </>
  )
}

function Words({ label, words }: { label: string; words: string }) {
  return (
    <p className={styles.words}>
      {label}
      <code>{words}</code>
    </p>
  )
}
