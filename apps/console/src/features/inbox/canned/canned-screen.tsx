import { talkIcon } from '@kapao/ui/icons/public-icons.ts'
import type { CannedAnswer } from '@kapao/contract/console/inbox'
import { useState } from 'react'
import { useLanguage, useText } from '#core/i18n.tsx'
import { isRefused } from '#core/calls/fault.ts'
import { classes } from '#ui/classes.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import { AnswerForm } from './answer-form.tsx'
import styles from './canned.module.css'
import { findWrong, moveOne } from './edits.ts'
import { SaveBar } from './save-bar.tsx'
import { useCanned } from './use-canned.ts'

const emptyText = { th: '', la: '', en: '' }

/** The canned answers, in three languages, with placeholders for the member's facts. */
export function CannedScreen() {
  const text = useText()
  const faultText = useFaultText()
  const mayEdit = useRight('chat.text')
  const edits = useCanned()
  const { canned, change } = edits
  const [at, choose] = useState<number | null>(null)
  const [isTried, setTried] = useState(false)
  const one = at === null ? undefined : canned[at]
  if (!mayEdit) return <Empty title={text.desk.noScreen} />
  if (edits.isLoading)
    return (
      <section aria-label={text.canned.title}>
        <div className={styles.head}>
          <h1>{text.canned.title}</h1>
        </div>
        {edits.error ? <ReadFault error={edits.error} onRetry={edits.retry} /> : <Loading />}
      </section>
    )

  const save = (): void => {
    const wrong = canned.findIndex((each) => findWrong(each, canned))
    setTried(wrong !== -1)
    if (wrong === -1) edits.save.mutate()
    else choose(wrong)
  }
  const { error } = edits.save
  const isBehind = isRefused(error, 'DECISION_REFUSED') && error.detail.why === 'setting-changed'
  const problem = isBehind ? null : error
  return (
    <div className={classes(styles.screen, one && styles.hasOne)}>
      <section className={styles.list} aria-label={text.canned.title}>
        <div className={styles.head}>
          <h1>{text.canned.title}</h1>
          <Button
            onPress={() => {
              change([...canned, { name: '', text: emptyText }])
              choose(canned.length)
            }}
          >
            {text.canned.add}
          </Button>
        </div>
        <Names canned={canned} at={at} onChoose={choose} isTried={isTried} />
      </section>
      <div className={styles.pane}>
        <Pane edits={edits} at={at} onChoose={choose} isTried={isTried} />
      </div>
      <SaveBar
        edits={edits}
        problem={problem ? faultText(problem) : null}
        onSave={save}
        onDiscard={() => {
          edits.discard()
          choose(null)
          setTried(false)
        }}
      />
    </div>
  )
}

type PaneProps = {
  edits: ReturnType<typeof useCanned>
  at: number | null
  onChoose: (at: number | null) => void
  isTried: boolean
}

function Pane({ edits: { canned, change }, at, onChoose, isTried }: PaneProps) {
  const text = useText()
  const one = at === null ? undefined : canned[at]
  if (at === null || !one) return <Empty title={text.canned.choose} icon={talkIcon} />
  return (
    <AnswerForm
      key={at}
      one={one}
      wrong={isTried ? findWrong(one, canned) : null}
      isFirst={at === 0}
      isLast={at === canned.length - 1}
      onChange={(next) => change(canned.map((each, place) => (place === at ? next : each)))}
      onMove={(by) => {
        change(moveOne(canned, at, by))
        onChoose(at + by)
      }}
      onRemove={() => {
        change(canned.filter((_, place) => place !== at))
        onChoose(null)
      }}
      onBack={() => onChoose(null)}
    />
  )
}

type NamesProps = {
  canned: readonly CannedAnswer[]
  at: number | null
  onChoose: (at: number) => void
  isTried: boolean
}

function Names({ canned, at, onChoose, isTried }: NamesProps) {
  const text = useText()
  const language = useLanguage()
  if (canned.length === 0) return <Empty title={text.canned.none} icon={talkIcon} />
  return (
    <ol className={styles.names}>
      {canned.map((one, place) => (
        <li key={place}>
          <button
            type="button"
            className={styles.name}
            onClick={() => onChoose(place)}
            {...(place === at ? { 'aria-current': 'true' as const } : {})}
          >
            <strong className={classes(isTried && findWrong(one, canned) && styles.wrong)}>
              {one.name || text.desk.nothing}
            </strong>
            <span className={styles.words}>{one.text[language]}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
