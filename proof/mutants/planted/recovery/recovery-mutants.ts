import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Books restored to an earlier time: detected, closed, rebuilt once and reopened by two operators. */
export const recoveryMutants: readonly Mutant[] = [
  ...faultsIn('core_count', 'core/restore/restore', {
    'recovery: a count outside that is ahead starts none': [
      '(p_epoch, p_count) > (v_house.epoch, v_house.count)',
      'false',
    ],
    'recovery: a count from before a known restore starts another': [
      '(p_epoch, p_count) > (v_house.epoch, v_house.count)',
      'p_count > v_house.count',
    ],
    'recovery: the count of another database is compared': ['p_name = v_house.name and ', ''],
  }),
  ...faultsIn('core_close', 'core/restore/restore', {
    'recovery: sessions that were ended live again': ['where revoked_at is null', 'where false'],
  }),
  ...faultsIn('core/restore/restore', 'core/restore/restore', {
    'recovery: a closed copy moves the counts of the original': [
      'if (highest === null || known?.isClosed) return',
      'if (highest === null) return',
    ],
  }),
  ...faultsIn('ledger_apply', 'desk/recovery/recovery', {
    'recovery: the ledger books all the same': [
      'if exists (select from core_restore r where r.opened_at is null) and',
      'if false and',
    ],
  }),
  ...faultsIn('core/calls/route', 'desk/recovery/recovery', {
    'recovery: calls that move money are served': [
      "if (!answersWhenClosed && (await deps.isClosed())) throw new Refused('RECOVERY')",
      '',
    ],
  }),
  ...faultsIn('core/webhooks/serve', 'desk/recovery/recovery', {
    'recovery: messages are taken in': ['return (await isClosed()) ?', 'return false ?'],
  }),
  ...faultsIn('core/jobs/jobs', 'desk/recovery/recovery', {
    'recovery: jobs go on': [
      '(await isClosed?.()) ? jobs.filter((job) => job.runsWhenClosed) : jobs',
      'jobs',
    ],
  }),
  ...faultsIn('money/wallet/refresh', 'desk/recovery/recovery', {
    'recovery: a lost transfer comes back as play': [
      'const isHeld = isInDoubt && !isExplained && won !== 0n',
      'const isHeld = false',
    ],
  }),
  ...faultsIn('desk/recovery/sources/moves', 'desk/recovery/recovery', {
    'recovery: what was played before a lost transfer is left out': [
      'move.before.amount - gone',
      '(await booksAt(deps.transfers, place))!.money.amount',
    ],
  }),
  ...faultsIn('confirm_wanted', 'desk/recovery/recovery', {
    'recovery: one operator ends it': [
      "when p_action = 'recovery.open' then",
      "when p_action = 'recovery.none' then",
    ],
    'recovery: one operator explains a difference alone': [
      "when p_action = 'recovery.settle' then",
      "when p_action = 'recovery.none' then",
    ],
  }),
  ...faultsIn('ledger/heads/compare', 'desk/watch/night/restored', {
    'recovery: heads that a restore has removed count as manipulation': [
      'return at > from && at <= to',
      'return false',
    ],
  }),
]
