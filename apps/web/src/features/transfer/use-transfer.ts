import { useMemberText } from '#core/i18n.tsx'
import { sendTransfer, sendTransferAll, type Move } from '#shared/transfers/queries.ts'
import { useMoneyCall, type Progress as CallProgress } from '#shared/wallet/use-money-call.ts'
import { failedWords } from './text/failed-words.ts'
import { useTransferText } from './text/transfer-text.ts'

/** One amount from one place to another, or everything to one place. */
export type Job = Move | { everythingTo: string }
export type Progress = CallProgress<Job>

const stale = ['wallet', 'statement'] as const

export function useTransfer(nameOf: (place: string) => string) {
  const { done, failed } = useTransferText()
  const { transferFailed } = useMemberText()
  return useMoneyCall<Job>({
    send,
    push: 'transfer',
    stale,
    doneText: done,
    wordsOf: (code, job) => {
      if (code !== 'TRANSFER_FAIL') return null
      const from = 'from' in job ? nameOf(job.from) : ''
      return failedWords(job, { failed, transferFailed, from })
    },
  })
}

function send(job: Job): Promise<unknown> {
  return 'everythingTo' in job ? sendTransferAll(job.everythingTo) : sendTransfer(job)
}
