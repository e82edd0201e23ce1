import type { TalkRow } from '@kapao/contract/console/inbox'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { readAgain } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { ChooseAndSend } from '#ui/form/choose-and-send.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Age } from '#ui/show/time.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import type { Box } from '../boxes.ts'
import { Assigned, type Assignment } from './assigned.tsx'
import { Block } from './block.tsx'
import { closings, type ClosingReason } from './closings.ts'
import styles from './talk.module.css'

type Props = { talk: TalkRow; box: Box; mayAnswer: boolean }

function again(): void {
  void readAgain('GET /api/console/talks/{talk}', 'GET /api/console/inbox/{box}')
}

export function TalkHead({ talk, box, mayAnswer }: Props) {
  const text = useText()
  const faultText = useFaultText()
  const navigate = useNavigate()
  const assign = useMutation({
    mutationFn: (assignment: Assignment) =>
      call('POST /api/console/talks/assign', { talk: talk.talk, ...assignment }),
    onSuccess: again,
  })
  const close = useMutation({
    mutationFn: (reason: ClosingReason) =>
      call('POST /api/console/talks/close', { talk: talk.talk, reason }),
    onSuccess: () => {
      again()
      void navigate({ to: '/chat/$box', params: { box } })
    },
  })
  const block = useMutation({
    mutationFn: (isOn: boolean) => call('POST /api/console/talks/block', { talk: talk.talk, isOn }),
    onSuccess: again,
  })
  const problem = assign.error ?? close.error ?? block.error
  return (
    <header className={styles.head}>
      <Link to="/chat/$box" params={{ box }} className={styles.back ?? ''}>
        {text.desk.back}
      </Link>
      <h2 translate={talk.name ? 'no' : 'yes'}>{talk.name || text.inbox.guest}</h2>
      <Badge>{text.desk.languages[talk.language]}</Badge>
      {talk.waitsSince && (
        <Badge tone="wait">
          {text.inbox.waits} <Age since={talk.waitsSince} />
        </Badge>
      )}
      {talk.isClosed && <Badge>{text.inbox.closed}</Badge>}
      {mayAnswer && (
        <Assigned
          key={talk.talk}
          talk={talk}
          isBusy={assign.isPending}
          onAssign={(to) => assign.mutate(to)}
        />
      )}
      {mayAnswer && !talk.isClosed && (
        <ChooseAndSend<ClosingReason | ''>
          // What was chosen for one talk is never sent for the next.
          key={`${talk.talk} close`}
          label={text.inbox.closeAs}
          value=""
          act={text.inbox.close}
          isBusy={close.isPending}
          onSend={(reason) => reason !== '' && close.mutate(reason)}
          options={[
            { value: '', text: text.inbox.closeAs },
            ...closings.map((reason) => ({ value: reason, text: text.inbox.reasons[reason] })),
          ]}
        />
      )}
      {mayAnswer && (
        <Block talk={talk} isBusy={block.isPending} onBlock={(isOn) => block.mutate(isOn)} />
      )}
      {problem && <FaultNote>{faultText(problem)}</FaultNote>}
    </header>
  )
}
