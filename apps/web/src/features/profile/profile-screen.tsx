import { useState, type ReactNode } from 'react'
import { formatAccountNumber, formatDateTime } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useBankName } from '#shared/banks/bank-name.ts'
import { useTitle } from '#shared/page-settings.tsx'
import { useQuery } from '#core/queries/use-query.tsx'
import { marksQuery } from '#shared/notice-marks.ts'
import { useProfileText } from './text/profile-text.ts'
import { profileQuery, useProfile } from './queries.ts'
import { useWallet, walletQuery } from '#shared/wallet/wallet.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { lockIcon, personIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import { Card } from '#ui/layout/card.tsx'
import { CopyRow, CopyRowSkeleton, ValueRow } from '#ui/layout/copy-row.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { DevicesSheet } from './devices/devices-sheet.tsx'
import { NoticesSheet } from './notices/notices-sheet.tsx'
import { LogoutRow } from './logout-row.tsx'
import styles from './profile-screen.module.css'

type ProfileScreenProps = { renderChangePassword: (close: () => void) => ReactNode }

export function ProfileScreen({ renderChangePassword }: ProfileScreenProps) {
  const text = useVisitorText().profile
  const [open, setOpen] = useState(() => sheetsByHash[location.hash] ?? null)
  const close = () => setOpen(null)
  useTitle(text.title)

  return (
    <div className={styles.screen} data-wide>
      <PageHead title={text.title}>{text.lead}</PageHead>
      <ProfileCard />
      <div className={styles.acts}>
        <NoticesRow onOpen={() => setOpen('notices')} />
        <DevicesRow onOpen={() => setOpen('devices')} />
        <ListRow path={lockIcon} title={text.password} onClick={() => setOpen('password')} />
        <LogoutRow />
      </div>
      <BankCard />
      {open === 'notices' && <NoticesSheet onClose={close} />}
      {open === 'devices' && <DevicesSheet onClose={close} />}
      {open === 'password' && renderChangePassword(close)}
    </div>
  )
}

type SheetName = 'notices' | 'devices' | 'password'

/** The addresses of the lists: the screen itself, since every other path is a page that does not exist. */
const sheetsByHash: Record<string, SheetName> = { '#notices': 'notices', '#devices': 'devices' }

function NoticesRow({ onOpen }: { onOpen: () => void }) {
  const text = useProfileText().notices
  const { data } = useQuery(marksQuery)
  const count = data?.notices ?? 0
  const label = count === 0 ? text.title : `${text.title}, ${text.unread(count)}`
  const title = count === 0 ? text.title : `${text.title} (${count})`
  return <ListRow path={alertIcon} title={title} label={label} onClick={onOpen} />
}

function DevicesRow({ onOpen }: { onOpen: () => void }) {
  return <ListRow path={personIcon} title={useProfileText().devices.title} onClick={onOpen} />
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
