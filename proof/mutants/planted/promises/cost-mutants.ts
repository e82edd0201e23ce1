import type { Mutant } from '../../mutant.ts'
import { functionTable, table, testsOf } from '../../table.ts'

const core = 'apps/server/src/core'
const reads = [`${core}/lines/read-line.test.ts`, `${core}/lines/line.test.ts`]
const written = [`${core}/written/written.test.ts`]
const chat = testsOf('chat', 'day', 'hostile')
const files = testsOf('chatfiles', 'chatfiles')
const slips = testsOf('slips', 'slips')
const day = testsOf('transfers', 'day')

export const costMutants: readonly Mutant[] = [
  ...table(reads, [
    ['reads: five at a time', 'core/lines/read-line', `readsAtOnce = 4`, `readsAtOnce = 5`],
  ]),
  ...table(written, [
    [
      'written: a sum of 23 hours',
      'core/written/written',
      `new Date(at.getTime() - dayMs)`,
      `new Date(at.getTime() - dayMs + hourMs)`,
    ],
    [
      'written: one byte more fits',
      'core/written/written',
      `if (over <= 0) return`,
      `if (over <= 1) return`,
    ],
    [
      'written: a full sum takes what has no size',
      'core/written/written',
      `Math.max(bytes, 1)`,
      `bytes`,
    ],
    [
      'written: the hour now counts twice',
      'core/written/written',
      `({ hour }) => hour < now.hour`,
      `({ hour }) => hour <= now.hour`,
    ],
    [
      'written: it is read before it is added',
      'core/written/written',
      `  const now = await addWritten(tx, { owner, bytes, at })\n  const earlier = (await listWritten(tx, owner, beginningOf(at))).filter(`,
      `  const before = await listWritten(tx, owner, beginningOf(at))\n  const now = await addWritten(tx, { owner, bytes, at })\n  now.bytes = (before.find(({ hour }) => hour >= now.hour)?.bytes ?? 0) + bytes\n  const earlier = before.filter(`,
    ],
  ]),
  ...table(chat, [
    [
      'written: a message costs nothing',
      'talk/chat/send',
      `    await countWritten(tx, { ...chatShareOf(author, settings), at: writer.at }, bytes)\n`,
      '',
    ],
    [
      'written: each guest has a sum',
      'core/written/chat-share',
      'sha256(`network ${network}`)',
      'sha256(`network ${owner}`)',
    ],
    [
      'written: guests have the sum of members',
      'core/written/chat-share',
      `settings['chat.networkDayMb'] * bytesOfMb`,
      `settings['chat.memberDayMb'] * bytesOfMb`,
    ],
  ]),
  ...table(files, [
    [
      'written: a file costs nothing',
      'talk/chatfiles/keep',
      `      if (share !== null) await countWritten(tx, { ...share, at }, keptBytes)\n`,
      '',
    ],
  ]),
  ...table(slips, [
    [
      'written: a slip costs nothing',
      'channels/slips/upload',
      `      await countWritten(tx, share, file.bytes)\n`,
      '',
    ],
    [
      'written: a slip costs what was sent',
      'channels/slips/check',
      `    if (isFirst) await returnWritten(tx, share, done.sourceBytes - done.keptBytes)\n`,
      '',
    ],
    [
      'written: slips and chat are one sum',
      'channels/slips/upload',
      'return `slips:${memberId}`',
      'return memberId',
    ],
  ]),
  ...functionTable(day, [
    [
      'day: one more movement',
      'transfers_begin',
      `v_counter[p_member[i]] >= p_day_max[i]`,
      `v_counter[p_member[i]] > p_day_max[i]`,
    ],
    [
      'day: money goes from game to game without an end',
      'transfers_begin',
      `(p_kind[i] = 'in' or p_next_id[i] is not null\n`,
      `(p_kind[i] = 'in'\n`,
    ],
  ]),
]
