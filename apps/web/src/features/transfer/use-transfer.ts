import { sendTransfer, sendTransferAll, type Move } from '#shared/transfers/queries.ts'
import { useMoneyCall, type Progress as CallProgress } from '#shared/wallet/use-money-call.ts'
import { useTransferText } from './text/transfer-text.ts'

/** One amount from one place to another, or everything to one place. */
export type Job = Move | { everythingTo: string }
export type Progress = CallProgress<Job>

const stale = ['wallet', 'statement'] as const

export function useTransfer() {
  const { done } = useTransferText()
  return useMoneyCall<Job>({ send, push: 'transfer', stale, doneText: done })
}

function send(job: Job): Promise<unknown> {
  return 'everythingTo' in job ? sendTransferAll(job.everythingTo) : sendTransfer(job)
}
