import { useEffect, useState } from 'react'
import { useSettings } from '#shared/page-settings.tsx'
import { Button } from '#ui/form/button.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import type { PlaceNames } from '../../activity/activity.ts'
import { downloadFile } from '../../keep/download.ts'
import { standingOf } from '../../activity/standing.ts'
import type { Receipt } from '../../queries.ts'
import { useStatementText } from '../../text/statement-text.ts'
import styles from '../receipt-sheet.module.css'

type PictureProps = { receipt: Receipt; nameOf: PlaceNames }
type Picture = { file: File; address: string; alt: string }

/** Only what has ended and still stands: a picture is shown to others, and outlives what it says. */
export function hasPicture({ row, held, corrected }: Receipt): boolean {
  const isOfMoney = row.statementType === 'deposit' || row.statementType === 'withdraw'
  return isOfMoney && standingOf(row.status) !== 'PENDING' && !row.correction && !held && !corrected
}

/** The receipt as a picture, shown before it is shared or saved. */
export function PicturePart({ receipt, nameOf }: PictureProps) {
  const whole = useStatementText()
  const text = whole.receipt.picture
  const { brand } = useSettings()
  const [isDrawing, setDrawing] = useState(false)
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture.address)
  }, [picture])

  async function draw(): Promise<void> {
    setDrawing(true)
    try {
      const [{ pictureWords }, { drawPicture }] = await Promise.all([
        import('./words.ts'),
        import('./draw.ts'),
      ])
      const words = pictureWords(receipt, { text: whole, nameOf, brand: brand.name })
      const blob = await drawPicture(words)
      if (!blob) throw new Error('this browser draws no pictures')
      const { activity, amount, status, code } = words
      setPicture({
        file: new File([blob], `${code.value}.png`, { type: 'image/png' }),
        address: URL.createObjectURL(blob),
        alt: [activity, amount, status, code.name, code.value].join(' '),
      })
    } catch {
      showToast('danger', text.failed)
    } finally {
      setDrawing(false)
    }
  }

  if (picture) return <Shown picture={picture} />
  return (
    <Button kind="secondary" busy={isDrawing} onClick={() => void draw()}>
      {isDrawing ? text.drawing : text.draw}
    </Button>
  )
}

function Shown({ picture: { file, address, alt } }: { picture: Picture }) {
  const text = useStatementText().receipt.picture
  const [isSharing, setSharing] = useState(false)
  const mayShare = 'canShare' in navigator && navigator.canShare({ files: [file] })

  async function share(): Promise<void> {
    setSharing(true)
    try {
      await navigator.share({ files: [file] })
    } catch (error) {
      // Closing the phone's menu means no.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        showToast('danger', text.notShared)
    } finally {
      setSharing(false)
    }
  }

  return (
    <section className={styles.part} aria-label={text.draw}>
      <img className={styles.picture} src={address} alt={alt} />
      {mayShare && (
        <Button busy={isSharing} onClick={() => void share()}>
          {text.share}
        </Button>
      )}
      <Button kind="secondary" onClick={() => downloadFile(file.name, file)}>
        {text.save}
      </Button>
    </section>
  )
}
