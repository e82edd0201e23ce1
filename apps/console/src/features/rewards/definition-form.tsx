import type { Field } from '@kapao/contract/console/field'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import { useState, type ReactNode } from 'react'
import { isOpen, isRefused } from '#core/calls/fault.ts'
import { useText } from '#core/i18n.tsx'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { FieldEditor } from '#ui/fields/field-editor.tsx'
import { FormContext } from '#ui/fields/field-props.ts'
import { isObject, isSame, type Json, type Path } from '#ui/fields/values.ts'
import { Button } from '#ui/form/button.tsx'
import { Field as TextLine } from '#ui/form/field.tsx'
import { sendBy } from '#ui/form/send-by.ts'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useRight } from '#shared/me.ts'
import { PlanTimes } from '#shared/plans/plan-times.tsx'
import { noTimes } from '#shared/plans/times.ts'
import { Costs, RewardLookNote, TicketsNote } from './costs.tsx'
import { AtOnce } from './from-until.tsx'
import { RewardPreview } from './reward-preview.tsx'
import beside from '#ui/beside/beside.module.css'
import { useRewardsText } from './text/rewards-text.ts'
import type { RewardDefinition, DefinitionEdit, RewardLook } from './use-definition.ts'

type Props = {
  field: Field
  defined: RewardDefinition
  edit: DefinitionEdit
  isOn: boolean
  /** What it has cost lately, and may cost by what is there; null of a new one. */
  costs: RewardLook['costs']
  /** Of a new one, the code while it is typed. */
  onCode: ((code: string) => void) | null
}

/** The definition in its form, what it may cost, what saving would come to, and the button. */
export function DefinitionForm({ field, defined, edit, isOn, costs, onCode }: Props) {
  const text = useRewardsText()
  const mayChange = useRight('rewards.change')
  const [cut, setCut] = useState<readonly Path[]>([])
  const { kind, code } = defined
  const problems = problemsOf(edit)
  const drawn = edit.look?.data?.costs ?? costs
  return (
    <>
      {!mayChange && <WaitNote>{text.readOnly}</WaitNote>}
      {edit.isMoved && (
        <FaultNote
          action={
            <div className={beside.tools}>
              <Button onPress={edit.join}>{text.saving.join}</Button>
              <Button onPress={edit.discard}>{text.saving.takeTheirs}</Button>
            </div>
          }
        >
          {text.saving.moved}
        </FaultNote>
      )}
      {drawn && <Costs costs={drawn} lately={costs} />}
      <form className={beside.fields} noValidate onSubmit={sendBy(edit.save)}>
        {onCode && (
          <TextLine
            label={text.code[kind]}
            value={code}
            onChange={onCode}
            error={
              problems.some(({ path }) => isSame(path, ['code'])) ? text.codeWrong[kind] : null
            }
          />
        )}
        <FormContext value={{ problems, isReadOnly: !mayChange, cut, Inner: FieldEditor }}>
          <FieldEditor
            field={field}
            label={text.definition}
            path={[]}
            value={edit.value}
            onChange={edit.change}
          />
        </FormContext>
        {kind === 'wheel' && <TicketsNote value={edit.value} />}
        {mayChange && (
          <SaveBar
            edit={edit}
            atOnce={isOn ? <AtOnce times={timesIn(edit.value)} /> : text.atOnceOff}
            mayBePlanned={kind !== 'wheel' && defined.seen !== null}
          />
        )}
      </form>
      <RewardPreview kind={kind} code={code} definition={edit.value} onCut={setCut} />
    </>
  )
}

/** From when until when members may take it, as it is typed; a wheel has none of its own. */
function timesIn(definition: Json) {
  const timeOf = (name: string) => {
    const at = isObject(definition) ? definition[name] : null
    return typeof at === 'string' ? at : null
  }
  return { from: timeOf('startsAt'), until: timeOf('endsAt') }
}

/** What is wrong with what is typed, as the save or else the look has said. */
function problemsOf({ save: { error }, look }: DefinitionEdit): readonly ValueProblem[] {
  const refused = isRefused(error, 'FIELD_WRONG') ? error.detail.problems : []
  return refused.length > 0 ? refused : (look?.data?.problems ?? [])
}

type SaveProps = {
  edit: DefinitionEdit
  atOnce: ReactNode
  /** A new one has its own times, and a wheel those of its switch. */
  mayBePlanned: boolean
}

function SaveBar({ edit, atOnce, mayBePlanned }: SaveProps) {
  const { desk } = useText()
  const text = useRewardsText()
  const faultText = useFaultText()
  const { save, look, isDirty, isMoved, mayBeSent, times, isPlanned, readiness } = edit
  const { plan } = text
  const { error } = save
  const asks = look?.data?.state === 'waits'
  return (
    <div className={beside.bar}>
      {look && <RewardLookNote look={look} atOnce={isPlanned ? plan.willBegin : atOnce} />}
      {times && (
        <div className={beside.tools}>
          <PlanTimes text={plan} times={times} onChange={edit.plan} />
        </div>
      )}
      {isDirty && !isMoved && !times && !mayBeSent && <p role="status">{text.noCode}</p>}
      {error && <FaultNote>{isOpen(error) ? desk.line.open : faultText(error)}</FaultNote>}
      <div className={beside.tools}>
        <Button
          type="submit"
          look="primary"
          isBusy={save.isPending || readiness.isLooking}
          isDisabled={readiness.isBarred}
        >
          {asks ? text.saving.ask : isPlanned ? plan.send : desk.save}
        </Button>
        {isDirty && mayBePlanned && (
          <Button isChosen={times !== null} onPress={() => edit.plan(times ? null : noTimes)}>
            {plan.open}
          </Button>
        )}
        {isDirty && <Button onPress={edit.discard}>{text.saving.discard}</Button>}
      </div>
    </div>
  )
}

/** The code of a new one while it is typed; a promotion code is written in capitals. */
export function useTypedCode(kind: RewardDefinition['kind']): [string, (typed: string) => void] {
  const [code, type] = useState('')
  return [
    code,
    (typed) => type(kind === 'wheel' ? typed.trim() : typed.replaceAll(/\s/g, '').toUpperCase()),
  ]
}
