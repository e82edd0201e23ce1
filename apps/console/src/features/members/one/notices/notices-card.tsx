import { lazy, Suspense, useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Button } from '#ui/form/button.tsx'
import styles from '../member.module.css'

const MemberNotices = lazy(async () => ({
  default: (await import('./member-notices.tsx')).MemberNotices,
}))

/** Read when it is opened: few who look at a member ask for it. */
export function NoticesCard({ memberId }: { memberId: string }) {
  const { members } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.card} aria-label={members.notices}>
      <Button onPress={() => setOpen(!isOpen)} isChosen={isOpen}>
        {members.notices}
      </Button>
      {isOpen && (
        <Suspense fallback={<Loading rows={3} />}>
          <MemberNotices memberId={memberId} />
        </Suspense>
      )}
    </section>
  )
}
