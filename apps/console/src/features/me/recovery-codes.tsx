import { recoveryCodesFew } from '@kapao/contract/console/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { reading, readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { Dialog, DialogActions } from '#ui/dialog/dialog.tsx'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import shared from '#shared/shared.module.css'
import styles from './me.module.css'

/** Codes for the day on which all passkeys are lost; the server shows them once. */
export function RecoveryCodes() {
  const { ways } = useText()
  const faultText = useFaultText()
  const left = useQuery(reading('GET /api/console/own/notices')).data?.recoveryCodes
  const making = useMutation({
    mutationFn: () => call('POST /api/console/own/recovery', {}),
    onSuccess: () => readAgain('GET /api/console/own/notices'),
  })
  const codes = making.data?.codes
  const words = left === 0 ? ways.codesNone : ways.codesLeft(left ?? 0)
  return (
    <section className={styles.card}>
      <h2>{ways.codes}</h2>
      <p className={shared.dim}>{ways.codesLead}</p>
      {left !== undefined &&
        (left < recoveryCodesFew ? <WaitNote>{words}</WaitNote> : <p>{words}</p>)}
      {making.error && <FaultNote>{faultText(making.error)}</FaultNote>}
      <div>
        <Button isBusy={making.isPending} onPress={() => making.mutate()}>
          {left ? ways.codesAgain : ways.codesMake}
        </Button>
      </div>
      {codes && <CodesDialog codes={codes} onClose={() => making.reset()} />}
    </section>
  )
}

function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { ways } = useText()
  return (
    <Dialog title={ways.codes} onClose={onClose}>
      <p>{ways.codesNow}</p>
      <ol className={styles.codes} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {ways.codesDone}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
