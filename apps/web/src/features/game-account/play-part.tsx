import { transferMin } from '@kapao/contract/limits'
import { useState } from 'react'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { formatMoney } from '#core/format.ts'
import { useMemberText, useText, useVisitorText } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { sendTransfer, sendTransferAll } from '#shared/transfers/queries.ts'
import { quickAmounts } from '#shared/wallet/amounts.ts'
import { sumAmounts, type GameAccount, type Wallet } from '#shared/wallet/wallet.ts'
import { AmountField } from '#ui/amount/amount-field.tsx'
import { Button } from '#ui/form/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { NoticeDialog } from '#ui/sheet/notice-dialog.tsx'
import { useLaunching, type Credentials, type GameLaunch } from './launch/use-launch.ts'
import { bringingOf, mayMoveOnly, type EntryMoney } from './gate.ts'
import { KeptGame } from './kept-game.tsx'
import styles from './play-part.module.css'

type PlayPartProps = {
  game: GameAccount
  wallet: Wallet
  loadCredentials: () => Promise<Credentials>
  onTransfer: ((amount: string) => void) | null
}

/**
 * The ways into a game: as it is, with money from the wallet, or moving only the money. The likeliest choice is first,
 * in gold.
 */
export function PlayPart({ game, wallet, loadCredentials, onTransfer }: PlayPartProps) {
  const text = useMemberText().games
  const launching = useLaunching({ game, memberId: wallet.profile._id, loadCredentials })
  const [choice, setChoice] = useState<Choice>({ typed: '', isAll: false })
  const [fault, setFault] = useState<Fault | null>(null)
  const bring = useBringing(game.code, (failure) => {
    setFault(failure)
    // An amount that may be under way already is not offered again.
    if (failure.isOpen) setChoice({ typed: '', isAll: false })
  })
  const bringing = bringingOf(choice.typed, wallet, game.code)
  const { kept, isBusy, launch } = launching
  const [tapped, setTapped] = useState<'play' | 'move'>('play')
  // Decided once, so that nothing moves under a finger.
  const [isFilled] = useState(game.amount > 0)
  const isChosen = choice.isAll || choice.typed !== ''

  const play = (
    <PlayButton
      key="play"
      launching={launching}
      isTapped={tapped === 'play'}
      isGold={!kept && !isChosen && isFilled}
      onTap={() => setTapped('play')}
    />
  )
  const move = (
    <Card key="move" title={text.move}>
      {bringing.kind === 'nothing' ? (
        <p className={styles.note}>{text.playWithout}</p>
      ) : (
        <MoveForm
          choice={choice}
          onChoice={setChoice}
          bringing={bringing}
          game={game}
          wallet={wallet}
          isBusy={isBusy}
          isTapped={tapped === 'move'}
          send={
            launch &&
            (() => {
              setTapped('move')
              launching.play(() => bring(bringing))
            })
          }
        />
      )}
      {onTransfer && (
        <Button
          kind="quiet"
          disabled={!mayMoveOnly(wallet, game)}
          onClick={() => onTransfer(choice.typed)}
        >
          {text.moveOnly}
        </Button>
      )}
    </Card>
  )

  return (
    <>
      {isFilled ? [play, move] : [move, play]}
      {kept && <KeptGame entrance={kept} />}
      {fault !== null && <TransferFault fault={fault} onClose={() => setFault(null)} />}
    </>
  )
}

type PlayButtonProps = {
  launching: GameLaunch
  /** What is busy is this button. */
  isTapped: boolean
  isGold: boolean
  onTap: () => void
}

/** Enters the game as it is. */
function PlayButton({ launching, isTapped, isGold, onTap }: PlayButtonProps) {
  const text = useMemberText().games
  const { launch, isBusy, play } = launching
  if (!launch) return <p className={styles.note}>{text.noPlay}</p>
  return (
    <Button
      kind={isGold ? 'primary' : 'secondary'}
      busy={isBusy && isTapped}
      disabled={isBusy}
      onClick={() => {
        onTap()
        play()
      }}
    >
      {text.play}
    </Button>
  )
}

/** Why the money was not moved or, while `isOpen`, that the outcome is still unknown. */
type Fault = { sentence: string; isOpen: boolean }

/** While neither is chosen nothing is preselected, and the button that would move everything is labeled so. */
type Choice = { typed: string; isAll: boolean }

type MoveFormProps = Pick<PlayPartProps, 'game' | 'wallet'> & {
  choice: Choice
  onChoice: (choice: Choice) => void
  bringing: Exclude<EntryMoney, { kind: 'nothing' }>
  isBusy: boolean
  /** What is busy is this button. */
  isTapped: boolean
  /** Null for a game that cannot be opened from here. */
  send: (() => void) | null
}

function MoveForm(props: MoveFormProps) {
  const { choice, onChoice, bringing, game, wallet, isBusy, isTapped, send } = props
  const { games: text, refusals } = useMemberText()
  const units = useVisitorText().currency
  const { currency } = wallet
  const money = (amount: number) => formatMoney(amount, currency, units)
  const [isWrongShown, setWrongShown] = useState(false)
  const isWrong = bringing.kind === 'wrong'
  const isChosen = choice.isAll || choice.typed !== ''
  const sentences = {
    minimum: refusals.TRANSFER_MINIMUM(money(transferMin)),
    tooMuch: refusals.MONEY_NOT_ENOUGH,
  }
  const bounds = { least: transferMin, available: wallet.wallet.amount }

  return (
    <>
      <AmountField
        label={text.amount}
        value={choice.typed}
        onChange={(typed) => {
          setWrongShown(false)
          onChoice({ typed, isAll: false })
        }}
        unit={units[currency]}
        whole={currency === 'LAK'}
        presets={quickAmounts(currency, bounds)}
        all={{
          label: text.all,
          isChosen: choice.isAll,
          choose: () => onChoice({ typed: '', isAll: true }),
        }}
        reason={isWrong && bringing.why === 'tooMuch' ? sentences.tooMuch : null}
        left={isWrong || !isChosen ? null : leftText(text.left, bringing, { game, wallet, money })}
        error={isWrongShown && isWrong ? sentences[bringing.why] : null}
      />
      {send && (
        <Button
          kind={isChosen ? 'primary' : 'secondary'}
          busy={isBusy && isTapped}
          disabled={isBusy}
          onClick={() => (isWrong ? setWrongShown(true) : send())}
        >
          {isWrong
            ? text.move
            : bringing.kind === 'all'
              ? text.moveAll(money(bringing.amount))
              : text.moveSome(money(bringing.amount))}
        </Button>
      )}
    </>
  )
}

type RemainderProps = Pick<PlayPartProps, 'game' | 'wallet'> & { money: (amount: number) => string }

function leftText(
  words: (wallet: string, game: string) => string,
  { kind, amount }: Extract<EntryMoney, { amount: number }>,
  { game, wallet, money }: RemainderProps,
): string {
  const left = kind === 'all' ? 0 : sumAmounts([wallet.wallet.amount, -amount])
  return words(money(left), money(sumAmounts([game.amount, amount])))
}

/** Moves the chosen amount; resolves with false if the game should not be opened, because the money is not there. */
function useBringing(code: string, onFault: (fault: Fault) => void) {
  const queries = useQueries()
  const faultText = useFaultText()
  const { transferFailed } = useMemberText()
  return async (bringing: EntryMoney): Promise<boolean> => {
    try {
      if (bringing.kind === 'all') await sendTransferAll(code)
      if (bringing.kind === 'some')
        await sendTransfer({ from: 'wallet', to: code, amount: bringing.amount })
      return true
    } catch (fault) {
      const known = fault instanceof CallFault ? fault : null
      const isBack = known?.code === 'TRANSFER_FAIL'
      const where = transferFailed[bringing.kind === 'all' ? 'everything' : 'fromWallet']
      const sentence = isBack ? where : faultText(fault)
      const isOpen = known !== null && known.key !== null
      if (sentence !== null) onFault({ sentence, isOpen })
      return false
    } finally {
      void queries.invalidateQueries({ queryKey: ['wallet'] })
    }
  }
}

function TransferFault({
  fault: { sentence, isOpen },
  onClose,
}: {
  fault: Fault
  onClose: () => void
}) {
  const text = useText()
  const { names, running } = useMemberText().pending
  return (
    <NoticeDialog
      kind={isOpen ? 'wait' : 'danger'}
      title={isOpen ? names.transfer : text.error.generic}
      sentence={isOpen ? running : sentence}
      close={text.action.close}
      onClose={onClose}
    />
  )
}
