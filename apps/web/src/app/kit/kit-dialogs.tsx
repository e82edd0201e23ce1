import { useState } from 'react'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { ConfirmDialog } from '#ui/sheet/confirm-dialog.tsx'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useSamples } from './samples.ts'
import styles from './kit-screen.module.css'

type DialogName = 'none' | 'sheet' | 'confirm' | 'success' | 'danger'

/** Tests find the buttons by these names. */
export function KitDialogs() {
  const { short, long } = useSamples()
  const [shown, setShown] = useState<DialogName>('none')
  const [asking, setAsking] = useState(false)
  const close = () => setShown('none')
  const confirm = (
    <ConfirmDialog
      title={short}
      confirm={short}
      cancel={long}
      onConfirm={() => setAsking(false)}
      onCancel={() => setAsking(false)}
    >
      <p>{long}</p>
    </ConfirmDialog>
  )
  return (
    <section className={styles.group}>
      <Button onClick={() => showToast('danger', long)}>toast danger</Button>
      <Button onClick={() => showToast('success', long)}>toast success</Button>
      <Button onClick={() => setShown('sheet')}>sheet</Button>
      <Button onClick={() => setShown('success')}>notice success</Button>
      <Button onClick={() => setShown('danger')}>notice danger</Button>
      {shown === 'sheet' && (
        <Sheet title={short} onClose={close}>
          {Array.from({ length: 12 }, (_, index) => (
            <p key={index}>{long}</p>
          ))}
          <Button onClick={() => showToast('danger', long)}>toast in sheet</Button>
          <Button onClick={() => setAsking(true)}>confirm</Button>
          {asking && confirm}
        </Sheet>
      )}
      {(shown === 'success' || shown === 'danger') && (
        <NoticeDialog kind={shown} title={short} sentence={long} close={short} onClose={close} />
      )}
    </section>
  )
}
