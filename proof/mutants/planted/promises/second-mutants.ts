import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

export const secondMutants: readonly Mutant[] = [
  ...faultsIn(
    'confirm_apart',
    ['records/confirm/known', 'records/operators/disable', 'desk/overview/house'],
    {
      'second: only one direction of who added whom counts': [
        ' and p_other not in (select operators_behind(p_one))',
        '',
      ],
      'second: only the other direction of who added whom counts': [
        'p_one not in (select operators_behind(p_other)) and ',
        '',
      ],
      'second: somebody stands apart from themselves': ['p_one <> p_other and ', ''],
    },
  ),
  ...faultsIn(
    'confirm_roles',
    ['records/confirm/known', 'records/operators/disable', 'desk/overview/house'],
    {
      'second: a cashier says the second yes': [
        "else array['risk', 'owner']",
        "else array['cashier', 'risk', 'owner']",
      ],
    },
  ),
  ...faultsIn(
    'confirm_ready_at',
    ['records/confirm/known', 'records/operators/disable', 'desk/overview/house'],
    {
      'second: a passkey of today counts': [
        '(select max(p.created_at) from sign_in_passkey p join one on p.operator = one.name),',
        '',
      ],
      'second: the oldest passkey counts': ['max(p.created_at)', 'min(p.created_at)'],
      'second: a password of today counts': [
        '(select max(w.changed_at) from sign_in_password w join one on w.operator = one.name)',
        "'-infinity'",
      ],
      'second: an hour is a day': ["'24 hours'", "'1 hour'"],
      'second: a role of today counts': [
        'min(r.given_at) as since',
        "min(r.given_at) - interval '1 day' as since",
      ],
      'second: the newest role counts': ['min(r.given_at)', 'max(r.given_at)'],
      'second: another role gives the right': [
        'where r.role = any (confirm_roles(p_kind))',
        'where p_kind is not null',
      ],
    },
  ),
  ...faultsIn(
    'confirm_ended',
    ['records/confirm/known', 'records/operators/disable', 'desk/overview/house'],
    {
      'alone: who was disabled does not count': [
        'where o.disabled_at is not null and',
        'where false and',
      ],
      'alone: who lost a role does not count': [
        'where p.role = any (confirm_roles(p_kind))',
        'where false',
      ],
    },
  ),
  ...faultsIn(
    'confirm_is_money',
    ['records/confirm/known', 'records/operators/disable', 'desk/overview/house'],
    {
      'alone: the door of the console is money': [
        "p_kind = 'settings set' and p_subject !~ '(^| )(?!console[.])'",
        'false',
      ],
      'alone: no setting is money': [" and p_subject !~ '(^| )(?!console[.])'", ''],
      'alone: what is set with the door of the console is no money': ['(^| )', '^'],
    },
  ),
  ...faultsIn(
    'confirm_known',
    ['records/confirm/known', 'records/operators/disable', 'desk/overview/house'],
    {
      'alone: whom the asker ended counts for a month about money': [
        ' or confirm_is_money(p_kind, p_subject)) and',
        ') and',
      ],
      'alone: whom the asker ended counts for ever': [
        "e.ended_at > now() - interval '30 days' or confirm_is_money(p_kind, p_subject)",
        'true',
      ],
      'alone: only what the asker did counts, not who stands behind': [
        'not confirm_apart(e.ended_by, p_asker)',
        'e.ended_by = p_asker',
      ],
      'alone: who closed the house is the only one after a week': [
        'where r.found_by = p_asker and',
        'where false and',
      ],
    },
  ),
]
