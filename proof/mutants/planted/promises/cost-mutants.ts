import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

export const costMutants: readonly Mutant[] = [
  ...faultsIn('core/lines/read-line', 'core/lines/{read-line,line}', {
    'reads: five at a time': ['readsAtOnce = 4', 'readsAtOnce = 5'],
  }),
  ...faultsIn('core/written/written', 'core/written/written', {
    'written: a sum of 23 hours': [
      'new Date(at.getTime() - dayMs)',
      'new Date(at.getTime() - dayMs + hourMs)',
    ],
    'written: one byte more fits': ['if (over <= 0) return', 'if (over <= 1) return'],
    'written: a full sum takes what has no size': ['Math.max(bytes, 1)', 'bytes'],
    'written: the hour now counts twice': [
      '({ hour }) => hour < now.hour',
      '({ hour }) => hour <= now.hour',
    ],
    'written: it is read before it is added': [
      '  const now = await addWritten(tx, { owner, bytes, at })\n  const earlier = (await listWritten(tx, owner, beginningOf(at))).filter(',
      '  const before = await listWritten(tx, owner, beginningOf(at))\n  const now = await addWritten(tx, { owner, bytes, at })\n  now.bytes = (before.find(({ hour }) => hour >= now.hour)?.bytes ?? 0) + bytes\n  const earlier = before.filter(',
    ],
  }),
  ...faultsIn('talk/chat/send', 'talk/chat/{day,hostile}', {
    'written: a message costs nothing': [
      '    await countWritten(tx, { ...chatShareOf(author, settings), at: writer.at }, bytes)\n',
      '',
    ],
  }),
  ...faultsIn('core/written/chat-share', 'talk/chat/{day,hostile}', {
    'written: each guest has a sum': ['sha256(`network ${network}`)', 'sha256(`network ${owner}`)'],
    'written: guests have the sum of members': [
      "settings['chat.networkDayMb'] * bytesOfMb",
      "settings['chat.memberDayMb'] * bytesOfMb",
    ],
  }),
  ...faultsIn('talk/chatfiles/keep', 'talk/chatfiles/chatfiles', {
    'written: a file costs nothing': [
      '      if (share !== null) await countWritten(tx, { ...share, at }, keptBytes)\n',
      '',
    ],
  }),
  ...faultsIn('channels/slips/upload', 'channels/slips/slips', {
    'written: a slip costs nothing': ['      await countWritten(tx, share, file.bytes)\n', ''],
    'written: slips and chat are one sum': ['return `slips:${memberId}`', 'return memberId'],
  }),
  ...faultsIn('channels/slips/check', 'channels/slips/slips', {
    'written: a slip costs what was sent': [
      '    if (isFirst) await returnWritten(tx, share, done.sourceBytes - done.keptBytes)\n',
      '',
    ],
  }),
  ...faultsIn('transfers_begin', 'money/transfers/day', {
    'day: one more movement': [
      'v_counter[p_member[i]] >= p_day_max[i]',
      'v_counter[p_member[i]] > p_day_max[i]',
    ],
    'day: money goes from game to game without an end': [
      "(p_kind[i] = 'in' or p_next_id[i] is not null\n",
      "(p_kind[i] = 'in'\n",
    ],
  }),
]
