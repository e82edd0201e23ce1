import { agreementDelayMs } from '@kapao/contract/limits'
import type { ComponentProps } from 'react'
import { AgreementPart as MembersPart } from '../../../features/agreement/agreement-part.tsx'

/** Members read it a moment after home; here it is what was opened. */
export function AgreementPart({ enteredAt, ...props }: ComponentProps<typeof MembersPart>) {
  return <MembersPart {...props} enteredAt={enteredAt - agreementDelayMs} />
}
