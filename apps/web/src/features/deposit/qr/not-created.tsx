import type { DepositAccount } from '@kapao/contract/lookup'
import { useBankName } from '#shared/banks/bank-name.ts'
import { useDepositText } from '../text/deposit-text.ts'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { Refusal } from '#ui/feedback/refusal.tsx'
import type { Failure } from './use-creating.ts'

type NotCreatedProps = { failure: Failure; accounts: readonly DepositAccount[] }

/** Why there is no code, that nothing was charged, and which provider to try now. */
export function NotCreated({ failure, accounts }: NotCreatedProps) {
  const text = useDepositText().refused
  const nameOf = useBankName()
  if (failure.kind === 'fault')
    return failure.code === 'BONUS_REMAINING' ? (
      <Refusal
        title={text.bonus.title}
        next={failure.sentence}
        action={<Link to={paths.bonus}>{text.bonus.toBonus}</Link>}
      />
    ) : (
      <Refusal title={text.noCode} next={failure.sentence} />
    )
  const called = (code: string): string => {
    const account = accounts.find(({ bankCode }) => bankCode === code)
    return account ? nameOf(account.bank) : code
  }
  const { title, money, chosen, elsewhere } = text.gateway
  return (
    <Refusal
      title={title(called(failure.provider))}
      money={money}
      next={failure.other === null ? elsewhere : chosen(called(failure.other))}
    />
  )
}
