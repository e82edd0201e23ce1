import { useState } from 'react'
import { useMemberText, useVisitorText } from '#core/i18n.tsx'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBoundary } from '#ui/feedback/error-boundary.tsx'
import { OfflineBanner } from '#ui/feedback/offline-banner.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { walletIcon } from '@kapao/ui/icons/more-icons.ts'
import { Card } from '#ui/layout/card.tsx'
import { CopyRow } from '#ui/layout/copy-row.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { MoneyText } from '#ui/layout/money-text.tsx'
import { Pager } from '#ui/layout/pager.tsx'
import { Stepper } from '#ui/layout/stepper.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'
import { useSamples } from './samples.ts'
import styles from './kit-screen.module.css'

export function KitPieces() {
  const { short, long } = useSamples()
  const { copied, register, currency } = useVisitorText()
  const unit = currency.BAHT
  const [page, setPage] = useState(1)
  const { pager } = useMemberText()
  return (
    <section className={styles.group}>
      <OfflineBanner />
      <Card title={short}>
        <MoneyText amount={1234567.5} unit={unit} size="total" />
        <MoneyText amount={250} unit={unit} direction="in" />
        <MoneyText amount={250} unit={unit} direction="out" />
        <MoneyText amount={250} unit={unit} direction="between" />
        <CopyRow label={short} value="123-456-7890" copied="1234567890" words={copied} />
        <CopyRow label={short} value={long} words={copied} />
      </Card>
      <ListRow path={walletIcon} title={long} onClick={() => setPage(1)} />
      <Stepper step={2} total={4} label={register.steps.label} sentence={register.steps.of(2, 4)} />
      <Pager page={page} pages={7} words={pager} onPage={setPage} />
      <Carousel
        slides={['pg', 'sport', 'missing'].map((name) => ({
          image: `/games/${name}-back.svg`,
          html: `<p>${long}</p>`,
        }))}
        words={{ ...pager, label: short, place: (place, count) => `${place} / ${count}` }}
      />
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton shape="card" />
      <EmptyState path={walletIcon} action={<Button kind="secondary">{short}</Button>}>
        {long}
      </EmptyState>
      <SafeHtml markup={`<h3>${short}</h3><p>${long} <a href="https://kapao.example">a</a></p>`} />
      <ErrorBoundary renderFallback={(again) => <Button onClick={again}>again</Button>}>
        <Breaks />
      </ErrorBoundary>
    </section>
  )
}

/** Shows the fallback of a boundary after a press. */
function Breaks() {
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('broken on purpose')
  return (
    <Button kind="quiet" onClick={() => setBroken(true)}>
      break
    </Button>
  )
}
