import { couponPageSize } from '@kapao/contract/limits'
import { useState } from 'react'
import { useSpinText } from '../text/spin-text.ts'
import { formatDateTime, formatMoney } from '#core/format.ts'
import { useMemberText, useVisitorText } from '#core/i18n.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { giftIcon } from '@kapao/ui/icons/more-icons.ts'
import { Card } from '#ui/layout/card.tsx'
import { Pager } from '#ui/layout/pager.tsx'
import { useCoupons, type Coupon } from '../queries.ts'
import { ClaimDialog } from './claim-dialog.tsx'
import styles from './coupons-card.module.css'

const dayLength = 'DD/MM/YYYY'.length

/** The coupons that wait to be claimed, three at a time. */
export function CouponsCard() {
  const text = useSpinText().coupons
  const { data: coupons, isError, refetch } = useCoupons()
  return (
    <Card title={text.title}>
      {coupons ? (
        <Coupons coupons={coupons} />
      ) : isError ? (
        <LoadFailed icon={giftIcon} onAgain={() => void refetch()}>
          {text.failed}
        </LoadFailed>
      ) : (
        <div aria-busy="true">
          <Skeleton shape="card" />
        </div>
      )}
    </Card>
  )
}

function Coupons({ coupons }: { coupons: readonly Coupon[] }) {
  const { coupons: text } = useSpinText()
  const words = useMemberText().pager
  const [wanted, setWanted] = useState(1)
  const [claimed, setClaimed] = useState<Coupon | null>(null)
  const pages = Math.ceil(coupons.length / couponPageSize)
  const page = Math.max(1, Math.min(wanted, pages))
  const first = (page - 1) * couponPageSize
  return (
    <>
      {coupons.length === 0 ? (
        <EmptyState path={giftIcon}>{text.empty}</EmptyState>
      ) : (
        <CouponTable
          coupons={coupons.slice(first, first + couponPageSize)}
          first={first}
          onClaim={setClaimed}
        />
      )}
      <Pager page={page} pages={pages} words={words} onPage={setWanted} />
      {claimed && <ClaimDialog coupon={claimed} onClose={() => setClaimed(null)} />}
    </>
  )
}

type CouponTableProps = {
  coupons: readonly Coupon[]
  /** How many coupons are on the pages before. */
  first: number
  onClaim: (coupon: Coupon) => void
}

function CouponTable({ coupons, first, onClaim }: CouponTableProps) {
  const { coupons: text } = useSpinText()
  const units = useVisitorText().currency
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{text.prize}</th>
          <th scope="col" className={styles.amount}>
            {text.amount}
          </th>
          <th scope="col">{text.claim}</th>
        </tr>
      </thead>
      <tbody>
        {coupons.map((coupon, index) => (
          <tr key={coupon._id}>
            <td className={styles.index}>{first + index + 1}</td>
            <th scope="row">
              {coupon.prize.slice.label}
              <span className={styles.name}>{coupon.prize.name}</span>
              <span className={styles.name}>
                {text.until(formatDateTime(Date.parse(coupon.expiresAt)).slice(0, dayLength))}
              </span>
            </th>
            <td className={styles.amount}>{formatMoney(coupon.amount, coupon.currency, units)}</td>
            <td className={styles.action}>
              <button
                type="button"
                className={styles.claim}
                aria-label={text.claimOf(coupon.prize.slice.label)}
                onClick={() => onClaim(coupon)}
              >
                {text.claim}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
