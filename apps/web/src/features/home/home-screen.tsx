import { useMemberText } from '#core/i18n.tsx'
import { go } from '#shared/link.tsx'
import { useTitle } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { useProfile } from '#shared/profile.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { personIcon, walletIcon } from '#ui/icons/more-icons.ts'
import { talkIcon } from '#ui/icons/public-icons.ts'
import { ListRow } from '#ui/layout/list-row.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { AgreementSheet } from './agreement-sheet.tsx'
import { useAgreement } from './agreement.ts'
import styles from './home-screen.module.css'

export function HomeScreen() {
  const { home: text, shell } = useMemberText()
  const { data: profile, isPending } = useProfile()
  const agreement = useAgreement()
  useTitle(shell.home)

  return (
    <div className={styles.screen}>
      {isPending ? (
        <div className={styles.loading} aria-busy="true">
          <Skeleton shape="title" />
          <Skeleton />
        </div>
      ) : (
        <PageHead title={profile ? text.greeting(profile.name) : shell.home}>
          {profile && text.lead}
        </PageHead>
      )}
      <div className={styles.wallet}>
        <span className={styles.picture}>
          <Icon path={walletIcon} />
        </span>
        <h2 className={styles.next}>{text.next}</h2>
        <p className={styles.lead}>{text.nextLead}</p>
      </div>
      <ListRow path={personIcon} title={shell.profile} onClick={() => go(paths.profile)} />
      <ListRow path={talkIcon} title={shell.contact} onClick={() => go(paths.userContact)} />
      {agreement.shown && (
        <AgreementSheet
          agreements={agreement.shown}
          onAgree={agreement.agree}
          onClose={agreement.close}
        />
      )}
    </div>
  )
}
