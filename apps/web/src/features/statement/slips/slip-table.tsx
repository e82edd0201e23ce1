import { useState } from 'react'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { formatDateTime } from '#core/format.ts'
import { useStatementText } from '../text/statement-text.ts'
import { StatusPill } from '../activity/status-pill.tsx'
import { asksUs, useSlipToChat } from '#shared/slips/slip-to-chat.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { MoneyText } from '#ui/layout/money-text.tsx'
import { findPicture, type Slip } from './queries.ts'
import { reasonText } from './reason.ts'
import { openWindow, pictureAddress } from './slip-window.ts'
import styles from './slips-sheet.module.css'

export function SlipTable({ slips }: { slips: readonly Slip[] }) {
  const { columns } = useStatementText().slips
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.when}</th>
          <th scope="col">{columns.amount}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.picture}</th>
        </tr>
      </thead>
      <tbody>
        {slips.map((slip) => (
          <SlipRow key={slip.reference} slip={slip} />
        ))}
      </tbody>
    </table>
  )
}

function SlipRow({ slip }: { slip: Slip }) {
  const { slips: text, keep, slipReasons, slipToChat } = useStatementText()
  const { isBusy, toChat } = useSlipToChat(slipToChat.question)
  const { blocked, isAsking, view } = useView(slip)
  const when = formatDateTime(Date.parse(slip.createdAt))
  const reason = reasonText(slip.note, slipReasons)
  return (
    <tr>
      <td className={styles.when}>{when}</td>
      <td>
        {slip.amount === null ? (
          <span className={styles.dim}>{text.unread}</span>
        ) : (
          <MoneyText amount={slip.amount} unit={keep.units[slip.currency]} />
        )}
      </td>
      <td>
        <StatusPill status={slip.status} />
        {reason && <p className={styles.reason}>{reason}</p>}
        {asksUs(slip) && (
          <button
            type="button"
            className={styles.link}
            disabled={isBusy}
            onClick={() => toChat(slip)}
          >
            {slipToChat.open}
          </button>
        )}
      </td>
      <td>
        {blocked === null ? (
          <button
            type="button"
            className={styles.link}
            aria-label={text.viewOf(when)}
            disabled={isAsking}
            onClick={() => void view()}
          >
            {text.view}
          </button>
        ) : (
          <>
            <p className={styles.dim}>{text.blocked}</p>
            <a className={styles.link} href={blocked} target="_blank" rel="noopener noreferrer">
              {text.goThere}
            </a>
          </>
        )}
      </td>
    </tr>
  )
}

/** Shows the picture in a new window: at once if the slip has a link, else by the address that the server returns. */
function useView({ link, reference }: Slip) {
  const text = useStatementText().slips
  const faultText = useFaultText()
  const [blocked, setBlocked] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function view(): Promise<void> {
    const opened = openWindow()
    try {
      setAsking(link === null)
      const found = link ?? (await findPicture(reference))
      const address = pictureAddress(found, location.href)
      if (address === null) {
        opened.close()
        showToast('danger', text.noPicture)
      } else if (!opened.show(address)) setBlocked(address)
    } catch (fault) {
      opened.close()
      const isGone = fault instanceof CallFault && fault.code === 'NO_DATA'
      const sentence = isGone ? text.noPicture : faultText(fault)
      if (sentence !== null) showToast('danger', sentence)
    } finally {
      setAsking(false)
    }
  }
  return { blocked, isAsking, view }
}
