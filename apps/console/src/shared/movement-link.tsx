import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { Code } from './facts/as-written.tsx'
import { useFaultText } from './faults/fault-text.ts'
import { MemberLink } from './member-link.tsx'
import styles from './shared.module.css'

/** The movement of the ledger behind an amount, with all its postings. */
export function MovementLink({ id, words }: { id: string; words?: string }) {
  const [isOpen, setOpen] = useState(false)
  const text = useText()
  return (
    <>
      <AriaButton className={styles.asLink ?? ''} onPress={() => setOpen(true)}>
        {words ?? `${text.work.movement} ${id.slice(-6)}`}
      </AriaButton>
      {isOpen && <MovementDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

function MovementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText()
  const faultText = useFaultText()
  const { data, error } = useQuery(reading('GET /api/console/movements/{id}', { id }))
  return (
    <Dialog title={text.work.movement} onClose={onClose} isWide>
      {error && <FaultNote>{faultText(error)}</FaultNote>}
      {!data && !error && <Loading rows={3} />}
      {data && (
        <>
          <p>
            {text.words.movements[data.kind]} · <WholeTime at={data.at} />
            {data.reference && ` · ${data.reference}`}
          </p>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text.work.account}</th>
                <th scope="col" className={styles.number}>
                  {text.codes.facts.amount}
                </th>
                <th scope="col" className={styles.number}>
                  {text.work.left}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.postings.map((posting, at) => (
                <tr key={at}>
                  <td>
                    {text.words.accounts[posting.account]}{' '}
                    {posting.party && <Code code={posting.party} />}{' '}
                    {posting.memberId && (
                      <MemberLink memberId={posting.memberId} name={posting.memberId} />
                    )}
                  </td>
                  <td className={styles.number}>
                    <Amount sum={posting.sum} />
                  </td>
                  <td className={styles.number}>
                    {posting.left ? <Amount sum={posting.left} /> : text.desk.nothing}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  )
}
