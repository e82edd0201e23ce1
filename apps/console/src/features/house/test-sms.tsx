import { smsProducts, testSmsDayMax, type SmsProduct } from '@kapao/contract/console/house-words'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFault, isOpen } from '#core/calls/fault.ts'
import { useText } from '#core/i18n.tsx'
import { readAgain } from '#core/queries.ts'
import { act } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Technical } from '#shared/facts/as-written.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import styles from './house.module.css'
import type { HouseText } from './text/house-text.ts'

const sendCall = 'POST /api/console/house/sms'

/** Whether SMS are sent shows one to a phone of one's own. */
export function TestSms({ text: { sms: text } }: { text: HouseText }) {
  const { desk } = useText()
  const faultText = useFaultText()
  const [phone, setPhone] = useState('')
  const [product, setProduct] = useState<SmsProduct>('code')
  const send = useMutation({
    mutationFn: () => act(sendCall, 'test', { phone: phone.trim(), product }),
    onSettled: () => readAgain('GET /api/console/house/doors'),
  })
  const { data, error, isPending } = send
  const isWrong = error instanceof CallFault && error.code === 'FIELD_WRONG'
  return (
    <form
      className={styles.sms}
      aria-label={text.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) send.mutate()
      }}
    >
      <Field
        label={text.phone}
        value={phone}
        onChange={setPhone}
        inputMode="tel"
        maxLength={40}
        hint={text.hint(testSmsDayMax)}
        error={isWrong ? text.wrong : null}
      />
      <Choice
        label={text.product}
        value={product}
        onChange={setProduct}
        options={smsProducts.map((value) => ({ value, text: text.products[value] }))}
      />
      <Button type="submit" isBusy={isPending} isDisabled={phone.trim() === ''}>
        {text.send}
      </Button>
      {error && !isWrong && (
        <FaultNote>{isOpen(error) ? desk.line.open : faultText(error)}</FaultNote>
      )}
      {data && (
        <div role="status">
          <p>{text.said[data.outcome](data.phone)}</p>
          {data.why !== null && <Technical words={data.why} />}
        </div>
      )}
    </form>
  )
}
