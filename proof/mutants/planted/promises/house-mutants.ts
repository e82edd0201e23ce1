import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

const plans = 'desk/decisions/settings/plans'
const planned = 'desk/decisions/rewards/planned'
const pictures = 'records/pictures/pictures'

/** Plans, pictures of the house, its doors and its guide, and the preview. */
export const houseMutants: readonly Mutant[] = [
  ...faultsIn('settings/plans/carry-out', plans, {
    'house: what a plan replaced is put back over what somebody changed': [
      `if (!(await isThere(tx, step, 'to')))`,
      `if (plan.changes.length === 0)`,
    ],
    'house: a plan that was missed begins': [
      `endsAt !== null && endsAt <= at) return refuse`,
      `endsAt === at) return refuse`,
    ],
    'house: nobody hears of a plan that did nothing': [
      `if (state === 'overtaken' || state === 'refused')`,
      `if (state === 'ended')`,
    ],
  }),
  ...faultsIn(plans, plans, {
    'house: who has confirmed a plan is not judged again': [
      `request !== null && (await holdsStill(on, request))`,
      `request !== null`,
    ],
    'house: an item says of a plan what it put, not what was to come back': [
      `[isBegun ? 'from' : 'to']`,
      `['to']`,
    ],
  }),
  ...faultsIn('desk/decisions/rewards/gives', planned, {
    'house: what gives more at its end only is planned alone': [
      `(!willEnd || isHarmless(to, from))`,
      `true`,
    ],
    'house: words that lead away are planned alone': [
      ` && !leadsAway(wordsIn(before), wordsIn(after))`,
      ``,
    ],
  }),
  ...faultsIn('desk/decisions/rewards/offers', planned, {
    'house: a plan leaves a smaller quota than what was taken': [
      `if (wanted && before) refuseFewer(wanted, before)`,
      `if (wanted && !before) refuseFewer(wanted, { given: 0 })`,
    ],
  }),
  ...faultsIn('desk/decisions/rewards/decide', planned, {
    'house: what a plan has defined was counted': [
      `if (newest?.actor === 'system:worker') return null`,
      `if (newest === null) return null`,
    ],
  }),
  ...faultsIn('records/confirm/store', planned, {
    'house: what is planned was counted': [` and not what ? 'plan'`, ``],
  }),
  ...faultsIn('confirm_holds', plans, {
    'house: who was alone once is alone for ever': [
      `confirm_is_alone(a.asked_by, a.kind, a.subject) and `,
      '',
    ],
  }),
  ...faultsIn('desk/decisions/settings', plans, {
    'house: what loosens at its end only is decided alone': [
      `period !== null && period.endsAt !== null\n  if (roles`,
      `period === null && roles === null\n  if (roles`,
    ],
  }),
  ...faultsIn('records/pictures/keep', pictures, {
    'house: one more picture than a day allows': [`own >= picturesDayMax`, `own > picturesDayMax`],
    'house: one more picture than the house keeps': [`all >= picturesMax`, `all > picturesMax`],
    'house: a picture is kept as often as it comes': [
      `if (known && (await folder.has(file))) return known`,
      `if (known && !(await folder.has(file))) return known`,
    ],
  }),
  ...faultsIn('records/pictures/routes', pictures, {
    'house: a picture of the house is whatever a browser makes of it': [`nosniff`, `none`],
  }),
  ...faultsIn('desk/house/doors', 'desk/house/doors', {
    'house: a gateway without a key is not among the doors': [
      `[...outside.gateways.codes, ...used.gateways]`,
      `[...outside.gateways.codes]`,
    ],
    'house: every gateway has a key': [
      `    name,\n    place,\n    hasKey: place !== null`,
      `    name,\n    place,\n    hasKey: name !== ''`,
    ],
  }),
  ...faultsIn('desk/house/test-sms', 'desk/house/test-sms', {
    'house: a test SMS is sent as often as its answer is lost': [`if (made) return made`, ''],
    'house: test SMS have no limit': [`begun.length < testSmsDayMax`, `begun.length >= 0`],
    'house: a test SMS leaves its number in the trail': [
      `phone: maskPhone(phone.local)`,
      `phone: phone.local`,
    ],
    'house: a test SMS whose end nobody knows was sent': [
      `outcome: 'unknown',`,
      `outcome: 'sent',`,
    ],
  }),
  ...faultsIn('desk/house/checks/people', 'desk/house/check', {
    'house: two of whom one added the other are two': [
      `!(await areSomeApart(on, names))`,
      `names.length === 0`,
    ],
  }),
  ...faultsIn('desk/house/check', 'desk/house/check', {
    'house: a word holds whatever is found later': [
      `(last.after as { seen?: unknown }).seen === seen`,
      `last.actor !== ''`,
    ],
    'house: what must be so is confirmed': [
      `worst === 'should' ? seenOf`,
      `worst !== 'fine' ? seenOf`,
    ],
  }),
  ...faultsIn('core/page/csp', 'system/console/console', {
    'house: the preview has the console’s origin': [
      `sandbox: ['allow-scripts']`,
      `sandbox: ['allow-scripts', 'allow-same-origin']`,
    ],
    'house: the preview may call': [`'connect-src': ["'none'"]`, `'connect-src': ["'self'"]`],
    'house: the preview is framed by anybody': [
      `'frame-ancestors': ["'self'"],\n    'base-uri'`,
      `'base-uri'`,
    ],
  }),
  ...faultsIn('desk/preview/answers', 'desk/preview/preview', {
    'house: a preview shows what is saved': [
      `...now, ...(Object.fromEntries(values) as Partial<Settings>)`,
      `...now`,
    ],
    'house: a wrong draft is previewed': [`if (problems.length > 0)`, `if (problems.length > 99)`],
  }),
  ...faultsIn('rewards/spinwheel/define', 'desk/decisions/rewards/void', {
    'house: a claimed coupon is voided': [
      `coupon.state !== 'open')\n      throw`,
      `coupon.state === 'void')\n      throw`,
    ],
    'house: a coupon is voided without a word in the trail': [
      `    await recordAudit(tx, { at, actor, requestId, action: 'spinwheel.void', subject: id, after })\n`,
      '',
    ],
  }),
]
