import type { Mutant } from '../../mutant.ts'
import { functionTable, table, testsOf } from '../../table.ts'

/** Faults of the one desk, and of what it shows of members. */
export const deskMutants: readonly Mutant[] = [
  ...table(
    ['apps/server/src/kapao/remote/remote.test.ts'],
    [
      [
        'console: a bearer is asked for no right',
        'core/console/route',
        `access !== 'session' && !hasRight(`,
        `access !== 'session' && operator.way === 'browser' && !hasRight(`,
      ],
    ],
  ),
  ...table(
    ['apps/server/src/kapao/remote/cut-off.test.ts'],
    [
      [
        'decide: what a call has done before it was cut off is not looked for',
        'desk/queues/decide',
        `recorded.requestId)\n  const made = await findMade(desk, queue, decision)`,
        `recorded.requestId)\n  const made = null as Outcome | null`,
      ],
      [
        'decide: an outcome is forgotten',
        'desk/queues/decide',
        `if (recorded.outcome) return`,
        `if (recorded.outcome && !recorded.isMine && key === '') return`,
      ],
      [
        'terminal: a call loads the server',
        'kapao/remote/run',
        `import { rm } from 'node:fs/promises'\n`,
        `import { rm } from 'node:fs/promises'\nimport '../../system/compose.ts'\n`,
      ],
    ],
  ),
  ...table(testsOf('chat', 'inbox'), [
    [
      'canned: the language that was chosen is not listened to',
      'talk/chat/desk-routes',
      `const inWords = language ?? talk.language`,
      `const inWords = language === undefined ? talk.language : talk.language`,
    ],
  ]),
  ...table(
    ['apps/server/src/desk/overview/members/lists.test.ts'],
    [
      [
        'largest: what was counted before stays',
        'desk/overview/members/lists-store',
        `  await tx.query('delete from desk_largest')\n`,
        `  await tx.query('delete from desk_largest where owed = 0')\n`,
      ],
      [
        'flagged: what waits as its deposit is a suspicion, too',
        'desk/overview/members/lists-store',
        ` and i.waits_as is null`,
        ``,
      ],
    ],
  ),
  ...table(
    ['apps/server/src/desk/overview/members/search/search.test.ts'],
    [
      [
        'search: who writes it so is forgotten for who sounds alike',
        'desk/overview/members/search/search',
        `return [\n    ...rows,`,
        `return [\n    ...rows.slice(0, 0),`,
      ],
    ],
  ),
  ...functionTable(
    ['apps/server/src/desk/overview/members/search/search.test.ts'],
    [
      [
        'search: who is found by name sounds alike, too',
        'account_sounding',
        ` <> all (p_except)`,
        ` is not null`,
      ],
      [
        'search: one consonant is a name',
        'account_sounding',
        `max(sounds.longest) > 1`,
        `max(sounds.longest) > 0`,
      ],
    ],
  ),
  ...table(
    ['apps/server/src/desk/queues/payer.test.ts'],
    [
      [
        'giftlink: its voucher is shown whole',
        'channels/giftlinks/desk',
        `one.voucher.slice(-shownLetters)`,
        `one.voucher`,
      ],
    ],
  ),
]
