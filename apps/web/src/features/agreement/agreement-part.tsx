import { agreementDelayMs } from '@kapao/contract/limits'
import { useEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { momentAfter } from '#core/browser/countdown.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { hasAgreed, isAskedHere, keepAgreed } from './agreed.ts'

/** The text is fetched so long before it is shown. */
const aheadMs = 800

type AgreementPartProps = {
  memberId: string
  /** When home was entered, by this device's clock. */
  enteredAt: number
  /** Never a sheet over a sheet: it waits until the open one is closed. */
  isFree: boolean
}

/** The terms of use, shown a moment after home is entered, until this member has agreed to them as they read now. */
export function AgreementPart({ memberId, enteredAt, isFree }: AgreementPartProps) {
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  useEffect(() => {
    if (!isAskedHere()) return
    let isHere = true
    let timer: ReturnType<typeof setTimeout>
    const at = (ms: number, work: () => void): void => {
      timer = setTimeout(work, Math.max(0, enteredAt - momentAfter(-ms)))
    }
    const load = async (): Promise<void> => {
      const { agreements } = await loadAgreements()
      if (!isHere || agreements.length === 0 || hasAgreed(memberId, agreements)) return
      at(agreementDelayMs, () => setAsked(agreements))
    }
    // If it cannot be loaded, the next visit tries again.
    at(agreementDelayMs - aheadMs, () => void load().catch(() => undefined))
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [memberId, enteredAt])

  if (asked === null || !isFree) return null
  return <AgreementSheet asked={asked} memberId={memberId} onClose={() => setAsked(null)} />
}

const loadAgreements = () => call('GET /api/lookup/agreements')

type AgreementSheetProps = { asked: readonly string[]; memberId: string; onClose: () => void }

/** In the language that is shown, also where that changes while it is open: what is agreed to is what is read. */
function AgreementSheet({ asked, memberId, onClose }: AgreementSheetProps) {
  const text = useVisitorText().agreement
  const agreements = useAnswer(loadAgreements).answer?.agreements ?? asked
  const agree = (): void => {
    keepAgreed(memberId, agreements)
    onClose()
  }
  return (
    <Sheet
      title={text.title}
      onClose={onClose}
      footer={<Button onClick={agree}>{text.confirm}</Button>}
    >
      {agreements.map((markup, index) => (
        <SafeHtml key={index} markup={markup} />
      ))}
    </Sheet>
  )
}
