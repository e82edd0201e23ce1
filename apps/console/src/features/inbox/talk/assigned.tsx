import type { TalkRow } from '@kapao/contract/console/inbox'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Button } from '#ui/form/button.tsx'
import { Select } from '#ui/form/select.tsx'
import { useMe, useRight } from '#shared/me.ts'

type Props = { talk: TalkRow; onAssign: (to: string | null) => void }

/** An operator who may see the others can assign a talk to one of them; any operator can take or release it. */
export function Assigned({ talk, onAssign }: Props) {
  const text = useText()
  const me = useMe()
  const seesOthers = useRight('operators.see')
  const operators = useQuery({
    ...reading('GET /api/console/operators'),
    enabled: seesOthers,
  }).data?.operators
  const names = new Set([
    ...(me ? [me.name] : []),
    ...(talk.assignedTo ? [talk.assignedTo] : []),
    ...(operators ?? []).filter((one) => one.disabledAt === null).map(({ name }) => name),
  ])
  return (
    <>
      <Select
        label={text.inbox.assign}
        isLabelHidden
        value={talk.assignedTo ?? ''}
        onChange={(to) => onAssign(to === '' ? null : to)}
        options={[
          { value: '', text: text.inbox.nobody },
          ...[...names].map((name) => ({ value: name, text: name })),
        ]}
      />
      {me && talk.assignedTo === null && (
        <Button onPress={() => onAssign(me.name)}>{text.inbox.takeIt}</Button>
      )}
    </>
  )
}
