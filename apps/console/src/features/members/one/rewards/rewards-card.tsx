import { lazy, Suspense, useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Button } from '#ui/form/button.tsx'
import { useRight } from '#shared/me.ts'
import styles from '../member.module.css'

const MemberRewards = lazy(async () => ({
  default: (await import('./member-rewards.tsx')).MemberRewards,
}))

/** Read when it is opened: few who look at a member ask for it. */
export function RewardsCard({ memberId }: { memberId: string }) {
  const { members } = useText()
  const seesMoney = useRight('members.money')
  const [isOpen, setOpen] = useState(false)
  if (!seesMoney) return null
  return (
    <section className={styles.card} aria-label={members.rewards}>
      <Button onPress={() => setOpen(!isOpen)} isChosen={isOpen}>
        {members.rewards}
      </Button>
      {isOpen && (
        <Suspense fallback={<Loading rows={3} />}>
          <MemberRewards memberId={memberId} />
        </Suspense>
      )}
    </section>
  )
}
