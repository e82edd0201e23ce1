import type { ReactNode } from 'react'
import { formatDateTime } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useStatementText } from '../text/statement-text.ts'
import { StatusPill } from '../activity/status-pill.tsx'
import { standingOf } from '../activity/standing.ts'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { formatReference } from '#shared/wallet/reference.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { CopyRow } from '#ui/layout/copy-row.tsx'
import { MoneyText } from '#ui/layout/money-text.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useReceipt, type Receipt } from '../queries.ts'
import { activityOf, flowOf, iconOf, reasonOf } from '../activity/activity.ts'
import { usePlaceNames } from '../activity/place-names.ts'
import { RowAmount } from '../rows/row-look.tsx'
import { placeName, stepName } from './names.ts'
import { hasPicture, PicturePart } from './picture/picture-part.tsx'
import { ProofPart } from './proof-part.tsx'
import styles from './receipt-sheet.module.css'

type ReceiptSheetProps = { seq: number; onClose: () => void }

/** The details of one row: the balance before and after, each movement, and its proof. */
export function ReceiptSheet({ seq, onClose }: ReceiptSheetProps) {
  const text = useStatementText().receipt
  const { data, isError, refetch } = useReceipt(seq)
  return (
    <Sheet title={text.title} onClose={onClose}>
      {data ? (
        <Body receipt={data} />
      ) : isError ? (
        <LoadFailed onAgain={() => void refetch()}>{text.failed}</LoadFailed>
      ) : (
        <div className={styles.part} aria-busy="true">
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="card" />
        </div>
      )}
    </Sheet>
  )
}

function Body({ receipt }: { receipt: Receipt }) {
  const text = useStatementText()
  const nameOf = usePlaceNames()
  const { row, walletBefore, walletAfter, held, corrected } = receipt
  const unit = text.keep.units[row.currency]
  const reason = reasonOf(row)
  return (
    <>
      <div className={styles.head} data-status={row.status}>
        <span className={styles.tint} data-direction={flowOf(row)}>
          <Icon path={iconOf(row)} />
        </span>
        <p className={styles.activity}>{activityOf(row, text, nameOf)}</p>
        <RowAmount row={row} size="total" />
        <StatusPill status={row.status} />
      </div>
      {held && <Held because={held} />}
      <dl className={styles.facts}>
        {walletBefore !== null && walletAfter !== null && (
          <>
            <Fact name={text.receipt.before}>
              <MoneyText amount={walletBefore} unit={unit} />
            </Fact>
            <Fact name={text.receipt.after}>
              <MoneyText amount={walletAfter} unit={unit} />
            </Fact>
          </>
        )}
        <Fact name={text.receipt.when}>{formatDateTime(Date.parse(row.createdAt))}</Fact>
        {row.from && <Fact name={text.receipt.from}>{nameOf(row.from)}</Fact>}
        {row.to && <Fact name={text.receipt.to}>{nameOf(row.to)}</Fact>}
        {reason && <Fact name={text.receipt.why}>{reason}</Fact>}
        {corrected && (
          <Fact name={text.receipt.corrected}>{formatDateTime(Date.parse(corrected))}</Fact>
        )}
        <Fact name={text.receipt.number}>{row.seq}</Fact>
      </dl>
      <CopyRow
        label={text.receipt.reference}
        value={formatReference(row._id)}
        copied={row._id}
        words={useVisitorText().copied}
      />
      {/* One that was drawn before it ended otherwise is put away. */}
      {hasPicture(receipt) && <PicturePart key={row.status} {...{ receipt, nameOf }} />}
      {/* Held money has moved too, but into no account of the member's. */}
      {!held && <Movements receipt={receipt} gameName={nameOf} />}
      <ProofPart receipt={receipt} />
    </>
  )
}

/** Where the money is, and whom to ask about it. */
function Held({ because }: { because: NonNullable<Receipt['held']> }) {
  const text = useStatementText().receipt
  return (
    <div className={styles.held}>
      <Icon path={waitIcon} />
      <p>{text.held[because]}</p>
      {because !== 'BONUS' && (
        <Link to={paths.userContact} className={styles.ask}>
          {text.ask}
        </Link>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type MovementsProps = { receipt: Receipt; gameName: (code: string) => string }

function Movements({ receipt: { movements, row }, gameName }: MovementsProps) {
  const { receipt: text, keep } = useStatementText()
  const nothing = standingOf(row.status) === 'FAILED' ? text.nothingMoved : text.nothingYet
  return (
    <section className={styles.part}>
      <h3 className={styles.name}>{text.movements}</h3>
      {movements.length === 0 && <p className={styles.dim}>{nothing}</p>}
      <ol className={styles.steps}>
        {movements.map(({ id, kind, from, to, amount, currency, createdAt }) => (
          <li key={id}>
            <span className={styles.step}>
              <strong>{stepName(kind, text.steps)}</strong>
              <MoneyText amount={amount} unit={keep.units[currency]} />
            </span>
            <span className={styles.dim}>
              {text.step(
                placeName(from, text.accounts, gameName),
                placeName(to, text.accounts, gameName),
              )}
              <br />
              {formatDateTime(Date.parse(createdAt))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
