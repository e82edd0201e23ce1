import { slipSizeMaxMb } from '@kapao/contract/limits'
import { useRef, useState } from 'react'
import { call } from '#core/api.ts'
import { formatDateTime, formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { usePolling } from '#core/queries/use-overdue.ts'
import { useQuery } from '#core/queries/use-query.tsx'
import { useDepositText } from '../text/deposit-text.ts'
import { asksUs, useSlipToChat } from '#shared/slips/slip-to-chat.ts'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon, waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import { Meter } from '#ui/figures/meter.tsx'
import styles from './slip-part.module.css'
import type { SlipUpload, SlipStage } from './use-slip.ts'

type StageOf<S extends SlipStage['stage']> = Extract<SlipStage, { stage: S }>
type ChoiceProps = { slip: SlipUpload; now: StageOf<'empty' | 'reading'> }

/** An area to tap, or to drop a picture on. */
export function SlipChoice({ slip, now }: ChoiceProps) {
  const text = useDepositText().slip
  const [isOver, setOver] = useState(false)
  const isReading = now.stage === 'reading'
  return (
    <div>
      <label
        className={styles.drop}
        data-over={isOver || undefined}
        aria-busy={isReading || undefined}
      >
        <input
          className={styles.file}
          type="file"
          accept="image/*"
          disabled={isReading}
          // To the browser, a file dropped here counts as chosen.
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) slip.choose(file)
            // Allows choosing the same picture again.
            target.value = ''
          }}
        />
        <strong>{isReading ? text.reading : text.choose}</strong>
        <span className={styles.hint}>{text.drop}</span>
      </label>
      <div role="alert">
        {now.stage === 'empty' && now.problem !== null && (
          <p className={styles.problem}>
            <Icon path={alertIcon} />
            {now.problem === 'too-large' ? text.look.tooLarge(slipSizeMaxMb) : text.look.noPicture}
          </p>
        )}
      </div>
    </div>
  )
}

const lookNames = {
  good: 'good',
  'no-code': 'noCode',
  damaged: 'damaged',
  'not-a-slip': 'notASlip',
  seen: 'seen',
} as const

/** The picture with what the phone found on it, then its upload. */
export function SlipPicture({
  slip,
  now,
}: {
  slip: SlipUpload
  now: StageOf<'chosen' | 'sending'>
}) {
  const text = useDepositText().slip
  const { cancel } = useVisitorText().form
  const { look } = now.look
  const isGood = look === 'good'
  const side = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.picked}>
      <img
        className={styles.preview}
        src={now.preview}
        alt={text.picture}
        // The picture pushes the button out of view; a member who does not see it believes that the slip is sent.
        onLoad={() => side.current?.scrollIntoView({ block: 'nearest' })}
      />
      <div ref={side} className={styles.side}>
        {now.stage === 'chosen' ? (
          <>
            <p className={styles.look} data-good={isGood || undefined} role="status">
              <Icon path={isGood ? checkIcon : alertIcon} />
              {text.look[lookNames[look]]}
            </p>
            <Button kind={isGood ? 'primary' : 'secondary'} onClick={slip.send}>
              {isGood ? text.send : text.anyway}
            </Button>
            <Button kind="quiet" onClick={slip.reset}>
              {text.other}
            </Button>
          </>
        ) : (
          <>
            <p role="status">{text.sending(now.percent)}</p>
            <Meter label={text.sending(now.percent)} max={100} value={now.percent} />
            <Button kind="secondary" onClick={slip.cancel}>
              {cancel}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const pollEveryMs = 3_000
const slipsAsked = 10

/** The outcome of a slip: polled while it is being checked, and fetched at once when the server reports its end. */
export function SlipFate({
  reference,
  preview,
  onAnother,
}: StageOf<'sent'> & { onAnother: () => void }) {
  const text = useDepositText().slip
  const { slipReasons, slipToChat, qr } = useDepositText()
  const units = useVisitorText().currency
  const { data, isFetching, refetch } = useSlips()
  const slip = data?.slips.find((one) => one.reference === reference)
  const status = slip?.status ?? 'PENDING'
  const isEnded = status === 'SUCCESS' || status === 'FAILED'
  const { isBusy, toChat } = useSlipToChat(slipToChat.question)
  const isSilent = usePolling({
    ask: () => void refetch(),
    everyMs: pollEveryMs,
    isFetching,
    isOn: !isEnded,
  })

  return (
    <div className={preview === null ? undefined : styles.picked}>
      {preview !== null && <img className={styles.preview} src={preview} alt={text.picture} />}
      <div className={styles.side}>
        {/* Without its picture a slip is identified by its time. */}
        {preview === null && slip && (
          <p className={styles.hint}>{formatDateTime(Date.parse(slip.createdAt))}</p>
        )}
        <div className={styles.fate} data-status={status} role="status">
          <Icon path={status === 'SUCCESS' ? checkIcon : isEnded ? alertIcon : waitIcon} />
          {status === 'SUCCESS' && (
            <p>
              {slip?.amount == null
                ? text.creditedPlain
                : text.credited(formatMoney(slip.amount, slip.currency, units))}
            </p>
          )}
          {status === 'FAILED' && (
            <p>
              <strong className={styles.verdict}>{text.refused}</strong>{' '}
              {slipReasons[slip?.note ?? 'UNKNOW_ERROR']}
            </p>
          )}
          {!isEnded && (
            <p>
              {text.checking}{' '}
              <span className={styles.hint}>{isSilent ? qr.reconnecting : text.mayLeave}</span>
            </p>
          )}
        </div>
        {slip && asksUs(slip) && (
          <Button busy={isBusy} onClick={() => toChat(slip)}>
            {slipToChat.open}
          </Button>
        )}
        <Button kind={isEnded ? 'secondary' : 'quiet'} onClick={onAnother}>
          {text.another}
        </Button>
      </div>
    </div>
  )
}

export function useSlips() {
  return useQuery({ queryKey: ['deposits', 'slips'], queryFn: loadSlips })
}

function loadSlips() {
  return call('POST /api/statement/slip', { page: 1, limit: slipsAsked })
}
