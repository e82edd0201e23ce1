import { transferMin } from '@kapao/contract/limits'
import { useState } from 'react'
import { useFaultText } from '#core/calls/fault-text.ts'
import { formatMoney } from '#core/format.ts'
import { useMemberText, useText, useVisitorText } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { sendTransfer, sendTransferAll } from '#shared/wallet/transfer-calls.ts'
import { quickAmounts } from '#shared/wallet/amounts.ts'
import { sumAmounts, type GameAccount, type Wallet } from '#shared/wallet/wallet.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { useLaunching, type Credentials } from './launch/use-launch.ts'
import { bringingOf, mayMoveOnly, type Bringing } from './gate.ts'
import { KeptGame } from './kept-game.tsx'
import styles from './play-part.module.css'

type PlayPartProps = {
  game: GameAccount
  wallet: Wallet
  loadCredentials: () => Promise<Credentials>
  onTransfer: (() => void) | null
}

/** The ways into a game: as it is, with money from the wallet, or only the money. */
export function PlayPart({ game, wallet, loadCredentials, onTransfer }: PlayPartProps) {
  const text = useMemberText().games
  const launching = useLaunching({ game, memberId: wallet.profile._id, loadCredentials })
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const bring = useBringing(game.code, setFault)
  const bringing = bringingOf(typed, wallet, game.code)
  const { kept, isBusy, launch } = launching

  return (
    <>
      {launch ? (
        <Button
          kind={kept ? 'secondary' : 'primary'}
          busy={isBusy}
          onClick={() => launching.play()}
        >
          {text.play}
        </Button>
      ) : (
        <p className={styles.note}>{text.noPlay}</p>
      )}
      {kept && <KeptGame entrance={kept} />}
      <Card title={text.move}>
        {bringing.kind === 'nothing' ? (
          <p className={styles.note}>{text.playWithout}</p>
        ) : (
          <MoveForm
            typed={typed}
            onTyped={setTyped}
            bringing={bringing}
            game={game}
            wallet={wallet}
            isBusy={isBusy}
            send={launch && (() => launching.play(() => bring(bringing)))}
          />
        )}
        {onTransfer && (
          <>
            <Button kind="quiet" disabled={!mayMoveOnly(game)} onClick={onTransfer}>
              {text.moveOnly}
            </Button>
            {!mayMoveOnly(game) && <p className={styles.note}>{text.moveOnlyHint}</p>}
          </>
        )}
      </Card>
      {fault !== null && <TransferFault sentence={fault} onClose={() => setFault(null)} />}
    </>
  )
}

type MoveFormProps = Pick<PlayPartProps, 'game' | 'wallet'> & {
  typed: string
  onTyped: (typed: string) => void
  bringing: Exclude<Bringing, { kind: 'nothing' }>
  isBusy: boolean
  /** Null for a game that cannot be opened from here. */
  send: (() => void) | null
}

function MoveForm({ typed, onTyped, bringing, game, wallet, isBusy, send }: MoveFormProps) {
  const { games: text, refusals } = useMemberText()
  const units = useVisitorText().currency
  const money = (amount: number) => formatMoney(amount, wallet.currency, units)
  const [isTold, setTold] = useState(false)
  const isAll = bringing.kind === 'all'
  const isWrong = bringing.kind === 'wrong'
  const sentence = isWrong && {
    minimum: refusals.TRANSFER_MINIMUM(money(transferMin)),
    tooMuch: refusals.MONEY_NOT_ENOUGH,
  }
  const label = isAll
    ? text.moveAll(money(bringing.amount))
    : text.moveSome(money(isWrong ? 0 : bringing.amount))

  return (
    <>
      <AmountField
        label={text.amount}
        value={typed}
        onChange={(value) => {
          setTold(false)
          onTyped(value)
        }}
        presets={quickAmounts(wallet.currency, {
          least: transferMin,
          available: wallet.wallet.amount,
        })}
        unit={units[wallet.currency]}
        whole={wallet.currency === 'LAK'}
        all={{ label: text.all, isChosen: isAll, choose: () => onTyped('') }}
        placeholder={isAll ? money(bringing.amount) : ''}
        hint={isWrong ? null : leftText(text.left, bringing, { game, wallet, money })}
        error={isTold && sentence && isWrong ? sentence[bringing.why] : null}
      />
      {send && (
        <Button kind="secondary" busy={isBusy} onClick={() => (isWrong ? setTold(true) : send())}>
          {isWrong ? text.move : label}
        </Button>
      )}
    </>
  )
}

type Left = Pick<PlayPartProps, 'game' | 'wallet'> & { money: (amount: number) => string }

function leftText(
  words: (wallet: string, game: string) => string,
  { kind, amount }: Extract<Bringing, { amount: number }>,
  { game, wallet, money }: Left,
): string {
  const left = kind === 'all' ? 0 : sumAmounts([wallet.wallet.amount, -amount])
  return words(money(left), money(sumAmounts([game.amount, amount])))
}

/** Moves what was chosen; false where the game is not to be opened, because the money is not there. */
function useBringing(code: string, onFault: (sentence: string) => void) {
  const queries = useQueries()
  const faultText = useFaultText()
  return async (bringing: Bringing): Promise<boolean> => {
    try {
      if (bringing.kind === 'all') await sendTransferAll(code)
      if (bringing.kind === 'some')
        await sendTransfer({ from: 'wallet', to: code, amount: bringing.amount })
      return true
    } catch (fault) {
      const sentence = faultText(fault)
      if (sentence !== null) onFault(sentence)
      return false
    } finally {
      void queries.invalidateQueries({ queryKey: ['wallet'] })
    }
  }
}

function TransferFault({ sentence, onClose }: { sentence: string; onClose: () => void }) {
  const text = useText()
  return (
    <NoticeDialog
      kind="danger"
      title={text.error.generic}
      sentence={sentence}
      close={text.action.close}
      onClose={onClose}
    />
  )
}
