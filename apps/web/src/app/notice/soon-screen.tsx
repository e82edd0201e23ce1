import { useMemberText } from '#core/i18n.tsx'
import { Link } from '#shared/link.tsx'
import { useTitle } from '#shared/page-settings.tsx'
import { paths } from '#shared/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { giftIcon, wheelIcon } from '#ui/icons/more-icons.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import styles from './soon-screen.module.css'

const pictures = { bonus: giftIcon, spin: wheelIcon }

/** An address of the product whose screen is not built yet says so. */
export function SoonScreen({ about }: { about: keyof typeof pictures }) {
  const text = useMemberText().soon
  useTitle(text[about])
  return (
    <div>
      <PageHead title={text[about]} />
      <EmptyState
        path={pictures[about]}
        action={
          <Link to={paths.home} className={styles.back}>
            {text.back}
          </Link>
        }
      >
        {text.sentence}
      </EmptyState>
    </div>
  )
}
