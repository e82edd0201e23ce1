import { languages } from '@kapao/contract/limits'
import { choice, flag, html, rate } from './kinds/kinds.ts'
import { bannerList } from './kinds/lists.ts'
import { amounts, forEach, setting, type Setting } from './kinds/setting.ts'

const percent = (fallback: string, about: string): Setting<string, 'server'> =>
  setting({ kind: rate(100), fallback, about })

const refundInfo = {
  th: '<p>เมื่อปิดรอบ ระบบคืน %rate%% ของยอดที่คุณเสีย ตั้งแต่ %min% ถึง %max% ต่อรอบ ยอดเสียคือยอดที่เสียจากการเล่น หักด้วยยอดที่ชนะและโบนัสที่ได้รับ</p>',
  la: '<p>ເມື່ອປິດຮອບ ລະບົບຄືນ %rate%% ຂອງຍອດທີ່ທ່ານເສຍ ຕັ້ງແຕ່ %min% ຫາ %max% ຕໍ່ຮອບ ຍອດເສຍແມ່ນຍອດທີ່ເສຍຈາກການຫຼິ້ນ ຫັກຍອດທີ່ຊະນະ ແລະ ໂບນັດທີ່ໄດ້ຮັບ</p>',
  en: '<p>When a period ends, we give back %rate%% of what you lost in it, from %min% to %max%. Your loss is what you lost by playing, less what you won and the bonuses you received.</p>',
} as const

/** What members earn from the losses of friends, and from their own. */
export const earnedSettings = {
  'invite.active': setting({
    kind: flag,
    fallback: true,
    about:
      'Whether members receive rewards for those they invited. While it is off when a period is counted, that period earns nothing, and what waits cannot be received until it is on again.',
  }),
  'invite.rate': percent(
    '0.5',
    "The percentage of an invited member's net losses that the inviter receives, never twice for the same loss. The value at the time a period is counted is for all of it.",
  ),
  'invite.period': setting({
    kind: choice('day', 'week'),
    fallback: 'day',
    about:
      'The period in Bangkok time at whose end the net losses of invited members are counted; weeks begin on Monday.',
  }),
  ...amounts(
    'invite.inviteeMax',
    { BAHT: '5000.00', LAK: '2500000' },
    'The most that one invited member brings their inviter, all periods together',
  ),
  'invite.success': percent(
    '0',
    'By how many percent of an invite reward the total of wallet and games must grow before anything can be withdrawn, rounded up to a whole number; 0 requires none, and the turnover of an invite reward is asked for instead.',
  ),
  'invite.fail': percent(
    '0',
    'The total at or below which the condition of an invite reward may be ended, in percent of the member’s money together with the reward when it was received; an amount that is set for ending bonuses applies instead.',
  ),
  'invite.turnover': setting({
    kind: rate(100),
    fallback: '0',
    about:
      'How many times an invite reward must be played before it can be withdrawn, where no percentage is to be reached for it; 0 requires none.',
  }),
  ...forEach('invite.banners', languages, () =>
    setting({
      kind: bannerList,
      fallback: [],
      about: 'The banners before the invite screen.',
    }),
  ),
  'refund.active': setting({
    kind: flag,
    fallback: true,
    about:
      'Whether part of a loss is refunded. While it is off when a period ends, nothing is refunded for that period, and what waits cannot be received until it is on again.',
  }),
  'refund.period': setting({
    kind: choice('day', 'week'),
    fallback: 'week',
    about:
      'The period in Bangkok time over which a loss is counted; weeks begin on Monday. A change counts for what has not ended yet, too.',
  }),
  'refund.rate': percent(
    '5',
    'The percentage of a loss that is given back. The value at the end of a period is for all of it.',
  ),
  ...amounts(
    'refund.min',
    { BAHT: '1.00', LAK: '500' },
    'The minimum refund of one member for one period; less is not given, nor carried on to the next',
  ),
  ...amounts(
    'refund.max',
    { BAHT: '10000.00', LAK: '5000000' },
    'The maximum refund of one member for one period',
  ),
  'refund.success': percent(
    '0',
    'By how many percent of a refund the total of wallet and games must grow before anything can be withdrawn, rounded up to a whole number; 0 requires none, and the turnover of a refund is asked for instead.',
  ),
  'refund.fail': percent(
    '0',
    'The total at or below which the condition of a refund may be ended, in percent of the member’s money together with the refund when it was received; an amount that is set for ending bonuses applies instead.',
  ),
  ...forEach('refund.info', languages, (language) =>
    setting({
      kind: html,
      fallback: refundInfo[language],
      about:
        'The text about refunds for members; %rate% becomes the percentage without its sign, %min% and %max% amounts with their currency.',
    }),
  ),
  'refund.turnover': setting({
    kind: rate(100),
    fallback: '0',
    about:
      'How many times a refund must be played before it can be withdrawn, where no percentage is to be reached for it; 0 requires none.',
  }),
  ...forEach('refund.banners', languages, () =>
    setting({
      kind: bannerList,
      fallback: [],
      about: 'The banners before the refund screen.',
    }),
  ),
}
