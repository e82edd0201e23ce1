import { useState, type ReactNode } from 'react'
import { formatAccountNumber, formatDateTime } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useBankName } from '#shared/banks/bank-name.ts'
import { useTitle } from '#shared/page-settings.tsx'
import { profileQuery, useProfile } from './queries.ts'
import { useWallet, walletQuery } from '#shared/wallet/wallet.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { lockIcon, personIcon } from '@kapao/ui/icons/more-icons.ts'
import { Card } from '#ui/layout/card.tsx'
import { CopyRow, CopyRowSkeleton, ValueRow } from '#ui/layout/copy-row.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { LogoutRow } from './logout-row.tsx'
import styles from './profile-screen.module.css'

type ProfileScreenProps = { renderChangePassword: (close: () => void) => ReactNode }

export function ProfileScreen({ renderChangePassword }: ProfileScreenProps) {
  const text = useVisitorText().profile
  const [changing, setChanging] = useState(false)
  useTitle(text.title)

  return (
    <div className={styles.screen} data-wide>
      <PageHead title={text.title}>{text.lead}</PageHead>
      <ProfileCard />
      <div className={styles.acts}>
        <ListRow path={lockIcon} title={text.password} onClick={() => setChanging(true)} />
        <LogoutRow />
      </div>
      <BankCard />
      {changing && renderChangePassword(() => setChanging(false))}
    </div>
  )
}

ProfileScreen.firstReads = () => [profileQuery, walletQuery]

function ProfileCard() {
  const { profile: text, copied: words } = useVisitorText()
  const { data: profile, isError, refetch } = useProfile()
  if (isError && !profile)
    return (
      <LoadFailed icon={personIcon} onAgain={() => void refetch()}>
        {text.failed}
      </LoadFailed>
    )
  if (!profile) return <LoadingCard labels={[text.name, text.id, text.username, text.createdAt]} />
  return (
    <Card>
      <ValueRow label={text.name} value={profile.name} />
      <CopyRow label={text.id} value={profile._id} words={words} />
      <CopyRow label={text.username} value={profile.username} words={words} />
      <ValueRow label={text.createdAt} value={formatDateTime(Date.parse(profile.createdAt))} />
    </Card>
  )
}

function BankCard() {
  const { profile: text, copied: words } = useVisitorText()
  const nameOf = useBankName()
  const { data: wallet, isPending } = useWallet()
  if (isPending)
    return <LoadingCard labels={[text.bankAccountName, text.bankName, text.bankAccountNo]} />
  if (!wallet) return null
  const account = wallet.bankAccount
  // The Thai name is prescribed; it stands on what the bank itself has printed.
  const { nameTH } = account.bank
  const name = nameOf(account.bank)
  const bankName = name === nameTH ? name : `${name} (${nameTH})`
  return (
    <Card>
      <ValueRow label={text.bankAccountName} value={account.bankAccountName} />
      <ValueRow label={text.bankName} value={bankName} />
      <CopyRow
        label={text.bankAccountNo}
        value={formatAccountNumber(account.bankAccountNo)}
        copied={account.bankAccountNo}
        words={words}
      />
    </Card>
  )
}

/** What is asked for is known before the answer is. */
function LoadingCard({ labels }: { labels: readonly string[] }) {
  return (
    <div aria-busy="true">
      <Card>
        {labels.map((label) => (
          <CopyRowSkeleton key={label} label={label} />
        ))}
      </Card>
    </div>
  )
}
