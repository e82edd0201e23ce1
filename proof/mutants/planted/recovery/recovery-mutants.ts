import type { Mutant } from '../../mutant.ts'

const src = 'apps/server/src'
const house = [`${src}/core/restore/restore.test.ts`]
const restored = [`${src}/desk/recovery/recovery.test.ts`]

/** Books restored to an earlier time: detected, closed, rebuilt once and reopened by two operators. */
export const recoveryMutants: readonly Mutant[] = [
  {
    name: 'recovery: a count outside that is ahead starts none',
    gate: house,
    sqlFunction: 'core_count',
    edits: [['(p_epoch, p_count) > (v_house.epoch, v_house.count)', 'false']],
  },
  {
    name: 'recovery: a count from before a known restore starts another',
    gate: house,
    sqlFunction: 'core_count',
    edits: [['(p_epoch, p_count) > (v_house.epoch, v_house.count)', 'p_count > v_house.count']],
  },
  {
    name: 'recovery: the count of another database is compared',
    gate: house,
    sqlFunction: 'core_count',
    edits: [['p_name = v_house.name and ', '']],
  },
  {
    name: 'recovery: sessions that were ended live again',
    gate: house,
    sqlFunction: 'core_close',
    edits: [['where revoked_at is null', 'where false']],
  },
  {
    name: 'recovery: a closed copy moves the counts of the original',
    gate: house,
    file: `${src}/core/restore/restore.ts`,
    edits: [['if (highest === null || known?.isClosed) return', 'if (highest === null) return']],
  },
  {
    name: 'recovery: the ledger books all the same',
    gate: restored,
    sqlFunction: 'ledger_apply',
    edits: [
      ['if exists (select from core_restore r where r.opened_at is null) and', 'if false and'],
    ],
  },
  {
    name: 'recovery: calls that move money are served',
    gate: restored,
    file: `${src}/core/calls/route.ts`,
    edits: [
      ["if (!answersWhenClosed && (await deps.isClosed())) throw new Refused('RECOVERY')", ''],
    ],
  },
  {
    name: 'recovery: messages are taken in',
    gate: restored,
    file: `${src}/core/webhooks/serve.ts`,
    edits: [['return (await isClosed()) ?', 'return false ?']],
  },
  {
    name: 'recovery: jobs go on',
    gate: restored,
    file: `${src}/core/jobs/jobs.ts`,
    edits: [['(await isClosed?.()) ? jobs.filter((job) => job.runsWhenClosed) : jobs', 'jobs']],
  },
  {
    name: 'recovery: a lost transfer comes back as play',
    gate: restored,
    file: `${src}/money/wallet/refresh.ts`,
    edits: [['const isHeld = isInDoubt && !isExplained && won !== 0n', 'const isHeld = false']],
  },
  {
    name: 'recovery: what was played before a lost transfer is left out',
    gate: restored,
    file: `${src}/desk/recovery/sources/moves.ts`,
    edits: [['move.before.amount - gone', '(await booksAt(deps.transfers, place))!.money.amount']],
  },
  {
    name: 'recovery: one operator ends it',
    gate: restored,
    sqlFunction: 'confirm_wanted',
    edits: [["when p_action = 'recovery.open' then", "when p_action = 'recovery.none' then"]],
  },
  {
    name: 'recovery: one operator explains a difference alone',
    gate: restored,
    sqlFunction: 'confirm_wanted',
    edits: [["when p_action = 'recovery.settle' then", "when p_action = 'recovery.none' then"]],
  },
  {
    name: 'recovery: heads that a restore has removed count as manipulation',
    gate: [`${src}/desk/watch/night/restored.test.ts`],
    file: `${src}/ledger/heads/compare.ts`,
    edits: [['return at > from && at <= to', 'return false']],
  },
]
