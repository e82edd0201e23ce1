import { useEffect, useState } from 'react'
import { useDepositText } from '../text/deposit-text.ts'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { Card } from '#ui/layout/card.tsx'
import { SlipChoice, SlipFate, SlipPicture, useSlips } from './slip-stages.tsx'
import styles from './slip-part.module.css'
import { useSlip, type SlipUpload } from './use-slip.ts'
import { useWindow } from '../slip-window.ts'

/** OP-B32: where staff credit transfers a slip is required; elsewhere it is optional. */
export function SlipPart({ isManual }: { isManual: boolean }) {
  const text = useDepositText().slip
  const [isWanted, setWanted] = useState(isManual)
  if (!isWanted)
    return (
      <Button kind="quiet" onClick={() => setWanted(true)}>
        {text.optional}
      </Button>
    )
  return (
    <Card title={text.title}>
      <Rules />
      <Sending />
    </Card>
  )
}

function Rules() {
  const text = useDepositText().slip
  const { data: time } = useWindow()
  const minutes = time?.limitMinutes ?? 60
  const isClosable = time && time.closeFrom !== time.closeTo
  return (
    <ul className={styles.rules}>
      <li>{text.real}</li>
      <li>{minutes % 60 === 0 ? text.withinHours(minutes / 60) : text.withinMinutes(minutes)}</li>
      {isClosable && <li>{text.closes(time.closeFrom, time.closeTo)}</li>}
    </ul>
  )
}

function Sending() {
  const text = useDepositText().slip
  const { data: time } = useWindow()
  const slip = useSlip()
  const { now } = slip
  useUnderWay(slip)
  // A slip that was sent is followed to its outcome, also outside the opening hours.
  if (now.stage === 'sent') return <SlipFate {...now} onAnother={slip.reset} />
  if (time?.isOpen === false)
    return (
      <p className={styles.closed} role="status">
        <Icon path={waitIcon} />
        {text.closed(time.closeTo)}
      </p>
    )
  if (now.stage === 'chosen' || now.stage === 'sending')
    return <SlipPicture slip={slip} now={now} />
  return <SlipChoice slip={slip} now={now} />
}

/**
 * Shows a slip that is still being checked instead of asking for one: sending it twice would be refused as a duplicate.
 */
function useUnderWay({ follow }: SlipUpload): void {
  const underWay = useSlips().data?.slips.find(({ status }) => status === 'PENDING')?.reference
  useEffect(() => {
    if (underWay !== undefined) follow(underWay)
  }, [follow, underWay])
}
