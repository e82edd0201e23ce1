import type { Mutant } from '../../mutant.ts'
import { functionTable, testsOf } from '../../table.ts'

const source = 'apps/server/src'
const gate = [
  ...testsOf('confirm', 'known'),
  ...testsOf('operators', 'disable'),
  `${source}/desk/overview/house.test.ts`,
]

export const secondMutants: readonly Mutant[] = [
  ...functionTable(gate, [
    [
      'second: only one direction of who added whom counts',
      'confirm_apart',
      ` and p_other not in (select operators_behind(p_one))`,
      '',
    ],
    [
      'second: only the other direction of who added whom counts',
      'confirm_apart',
      `p_one not in (select operators_behind(p_other)) and `,
      '',
    ],
    ['second: somebody stands apart from themselves', 'confirm_apart', `p_one <> p_other and `, ''],
    [
      'second: a cashier says the second yes',
      'confirm_roles',
      `else array['risk', 'owner']`,
      `else array['cashier', 'risk', 'owner']`,
    ],
    [
      'second: a passkey of today counts',
      'confirm_ready_at',
      `(select max(p.created_at) from sign_in_passkey p join one on p.operator = one.name),`,
      '',
    ],
    [
      'second: the oldest passkey counts',
      'confirm_ready_at',
      `max(p.created_at)`,
      `min(p.created_at)`,
    ],
    [
      'second: a password of today counts',
      'confirm_ready_at',
      `(select max(w.changed_at) from sign_in_password w join one on w.operator = one.name)`,
      `'-infinity'`,
    ],
    ['second: an hour is a day', 'confirm_ready_at', `'24 hours'`, `'1 hour'`],
    [
      'second: a role of today counts',
      'confirm_ready_at',
      `min(r.given_at) as since`,
      `min(r.given_at) - interval '1 day' as since`,
    ],
    ['second: the newest role counts', 'confirm_ready_at', `min(r.given_at)`, `max(r.given_at)`],
    [
      'second: another role gives the right',
      'confirm_ready_at',
      `where r.role = any (confirm_roles(p_kind))`,
      `where p_kind is not null`,
    ],
    [
      'alone: who was disabled does not count',
      'confirm_ended',
      `where o.disabled_at is not null and`,
      `where false and`,
    ],
    [
      'alone: who lost a role does not count',
      'confirm_ended',
      `where p.role = any (confirm_roles(p_kind))`,
      `where false`,
    ],
    [
      'alone: the door of the console is money',
      'confirm_is_money',
      `p_kind = 'settings set' and starts_with(p_subject, 'console.')`,
      'false',
    ],
    [
      'alone: no setting is money',
      'confirm_is_money',
      ` and starts_with(p_subject, 'console.')`,
      '',
    ],
    [
      'alone: whom the asker ended counts for a month about money',
      'confirm_known',
      ` or confirm_is_money(p_kind, p_subject)) and`,
      `) and`,
    ],
    [
      'alone: whom the asker ended counts for ever',
      'confirm_known',
      `e.ended_at > now() - interval '30 days' or confirm_is_money(p_kind, p_subject)`,
      `true`,
    ],
    [
      'alone: only what the asker did counts, not who stands behind',
      'confirm_known',
      `not confirm_apart(e.ended_by, p_asker)`,
      `e.ended_by = p_asker`,
    ],
    [
      'alone: who closed the house is the only one after a week',
      'confirm_known',
      `where r.found_by = p_asker and`,
      `where false and`,
    ],
  ]),
]
