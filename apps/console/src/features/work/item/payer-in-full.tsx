import type { WorkItem } from '@kapao/contract/console/work'
import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useRight } from '#shared/me.ts'
import styles from './item.module.css'

/** Who has paid, in full: for who may see numbers, after a touch, with a row in the trail. */
export function PayerInFull({ item: { kind, id } }: { item: Pick<WorkItem, 'kind' | 'id'> }) {
  const text = useText()
  const faultText = useFaultText()
  const mayShow = useRight('members.show')
  const show = useMutation({
    mutationFn: (of: 'deposit' | 'differing') =>
      call('POST /api/console/work/payer/{kind}/{id}', { kind: of, id }),
    // Never cached.
    gcTime: 0,
  })
  if (!mayShow || (kind !== 'deposit' && kind !== 'differing')) return null
  const shown = show.data
  const named = shown ? [{ channel: null, ...shown }, ...shown.reports] : []
  return (
    <section className={styles.panel}>
      {shown ? (
        named.map(({ channel, bank, account, name }, at) => (
          <p key={at} translate="no">
            {channel && `${text.codes.values[channel]}: `}
            {[bank, account, name].filter(Boolean).join(' · ') || text.desk.nothing}
          </p>
        ))
      ) : (
        <>
          <Button look="quiet" isBusy={show.isPending} onPress={() => show.mutate(kind)}>
            {text.work.showPayer}
          </Button>
          <p className={styles.about}>{text.work.showPayerNote}</p>
        </>
      )}
      {show.error && <FaultNote>{faultText(show.error)}</FaultNote>}
    </section>
  )
}
