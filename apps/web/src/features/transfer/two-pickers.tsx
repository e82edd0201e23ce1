import { formatAmount } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { useTransferText } from '#shared/transfer/transfer-text.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { moveIcon } from '#ui/icons/more-icons.ts'
import { alertIcon } from '#ui/icons/public-icons.ts'
import { Picker, type PickerOption } from '#ui/picker/picker.tsx'
import type { Place } from './places.ts'
import styles from './two-pickers.module.css'

type TwoPickersProps = {
  places: readonly Place[]
  currency: Wallet['currency']
  from: string
  to: string
  onChange: (chosen: { from?: string; to?: string }) => void
  error: string | null
}

/** From and to, side by side; the arrow between them turns them round. */
export function TwoPickers({ places, from, to, onChange, error }: TwoPickersProps) {
  const text = useTransferText()
  const { games } = useMemberText()
  const options: PickerOption[] = [
    { value: '', label: text.choose },
    ...places.map(({ code, name, amount, group }) => ({
      value: code,
      label: name,
      note: formatAmount(amount),
      ...(group === null ? {} : { group: games.groups[group] }),
    })),
  ]
  return (
    <div>
      <div className={styles.pair}>
        <Picker
          label={text.from}
          options={options}
          value={from}
          onChange={(code) => onChange({ from: code })}
        />
        <div className={styles.between}>
          <IconButton
            label={text.swap}
            path={moveIcon}
            onClick={() => onChange({ from: to, to: from })}
          />
        </div>
        <Picker
          label={text.to}
          options={options}
          value={to}
          onChange={(code) => onChange({ to: code })}
        />
      </div>
      <div role="alert" className={styles.error}>
        {error !== null && (
          <>
            <Icon path={alertIcon} />
            {error}
          </>
        )}
      </div>
    </div>
  )
}
