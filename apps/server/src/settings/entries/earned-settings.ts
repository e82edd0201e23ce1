import { languages } from '@kapao/contract/limits'
import { choice, flag, html, rate } from './kinds/kinds.ts'
import { bannerList } from './kinds/lists.ts'
import { amounts, forEach, languageNames, setting, type Setting } from './kinds/setting.ts'

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
    about: 'Whether members receive rewards for those they invited.',
  }),
  'invite.rate': percent(
    '0.5',
    "The percentage of an invited member's net losses that the inviter receives.",
  ),
  'invite.period': setting({
    kind: choice('day', 'week'),
    fallback: 'day',
    about:
      'The period in Bangkok time at whose end the net losses of invited members are shared; weeks begin on Monday.',
  }),
  ...amounts(
    'invite.inviteeMax',
    { BAHT: '5000.00', LAK: '2500000' },
    'The most that one invited member brings their inviter in all',
  ),
  'invite.success': percent('0', 'The percentage to reach for an invite reward; 0 requires none.'),
  'invite.fail': percent(
    '0',
    'The percentage of the total at or below which the condition of an invite reward may be ended.',
  ),
  'invite.turnover': setting({
    kind: rate(100),
    fallback: '0',
    about:
      'How many times an invite reward without a percentage to reach must be played before it can be withdrawn; 0 requires none.',
  }),
  ...forEach('invite.banners', languages, (language) =>
    setting({
      kind: bannerList,
      fallback: [],
      about: `The banners before the invite screen, in ${languageNames[language]}.`,
    }),
  ),
  'refund.active': setting({
    kind: flag,
    fallback: true,
    about: 'Whether part of a loss is refunded.',
  }),
  'refund.period': setting({
    kind: choice('day', 'week'),
    fallback: 'week',
    about: 'The period in Bangkok time over which a loss is counted; weeks begin on Monday.',
  }),
  'refund.rate': percent('5', 'The percentage of a loss that is given back.'),
  ...amounts('refund.min', { BAHT: '1.00', LAK: '500' }, 'The smallest refund that is given'),
  ...amounts(
    'refund.max',
    { BAHT: '10000.00', LAK: '5000000' },
    'The largest refund of one period',
  ),
  'refund.success': percent('0', 'The percentage to reach for a refund; 0 requires none.'),
  'refund.fail': percent(
    '0',
    'The percentage of the total at or below which the condition of a refund may be ended.',
  ),
  ...forEach('refund.info', languages, (language) =>
    setting({
      kind: html,
      fallback: refundInfo[language],
      about: `The text about refunds for members, in ${languageNames[language]}; %rate% becomes the percentage, %min% and %max% amounts with their currency.`,
    }),
  ),
  'refund.turnover': setting({
    kind: rate(100),
    fallback: '0',
    about:
      'How many times a refund without a percentage to reach must be played before it can be withdrawn; 0 requires none.',
  }),
  ...forEach('refund.banners', languages, (language) =>
    setting({
      kind: bannerList,
      fallback: [],
      about: `The banners before the refund screen, in ${languageNames[language]}.`,
    }),
  ),
}
