import type { Mutant } from '../mutant.ts'
import { testsOf } from '../table.ts'

const otp = [`apps/server/src/entry/otp/otp.test.ts`]
const login = testsOf('session', 'login')
const links = ['apps/server/src/core/calls/serve-files.test.ts']
const review = ['apps/server/src/records/review/review.test.ts']
const touched = [`apps/server/src/money/withdrawals/operator-acts.test.ts`]
const desk = ['apps/server/src/desk/decisions/open.test.ts']
const commands = ['apps/server/src/kapao/terminal/local-actor.test.ts']
const items = ['apps/server/src/desk/decisions/items.test.ts']
const checked = [`apps/server/src/money/withdrawals/held-for-check.test.ts`]
const confirming = ['apps/server/src/records/confirm/confirm.test.ts']
const pictures = [
  'apps/server/src/core/uploads/pictures/pool.test.ts',
  ...testsOf('slips', 'hostile'),
]
const games = testsOf('games', 'games')
const profile = testsOf('withdrawals', 'withdrawals')
const registration = [`apps/server/src/entry/registration/registration.test.ts`]

/** Account ownership: a code proves a phone once, to the holder of its token, and cannot be guessed. */
export const identityMutants: readonly Mutant[] = [
  {
    name: 'terminal: a command for some roles asks for none',
    gate: commands,
    file: 'apps/server/src/kapao/terminal/local-actor.ts',
    edits: [
      ['  if (!hasRight(await rolesOf(db, nameOf(asked)), right)) {', '  if (asked === null) {'],
    ],
  },
  {
    name: 'code: tried without being counted',
    gate: otp,
    file: `apps/server/src/entry/otp/verify.ts`,
    edits: [['    await addTry(tx, tokenHash, 1)\n', '']],
  },
  {
    name: 'code: no end of tries in a day',
    gate: otp,
    file: `apps/server/src/entry/otp/limits.ts`,
    edits: [[`  if (triesToday >= otpLimits.triesPerDay) return 'OTP_BLOCK'\n`, '']],
  },
  {
    name: 'code: for another purpose',
    gate: otp,
    file: `apps/server/src/entry/otp/verify.ts`,
    edits: [[`    if (code.purpose !== purpose) throw new Refused('OTP_TOKEN_INVALID')\n`, '']],
  },
  {
    name: 'code: an older one stays good',
    gate: otp,
    file: `apps/server/src/entry/otp/limits.ts`,
    edits: [[`code.state === 'replaced' || now >= code.expiresAt`, 'now >= code.expiresAt']],
  },
  {
    name: 'code: never too old',
    gate: otp,
    file: `apps/server/src/entry/otp/limits.ts`,
    edits: [[`code.state === 'replaced' || now >= code.expiresAt`, `code.state === 'replaced'`]],
  },
  {
    name: 'code: one network may use up all messages of a phone',
    gate: otp,
    file: `apps/server/src/entry/otp/limits.ts`,
    edits: [
      [
        `  if (countedSince(theirs, now, dayMs) >= otpLimits.networkPerPhoneDay) return 'REQUEST_LIMIT'\n`,
        '',
      ],
    ],
  },
  {
    name: 'registration: without a proof of the phone',
    gate: registration,
    file: `apps/server/src/entry/registration/service.ts`,
    edits: [
      [
        `      if (needsOtp && !(await useVerified(deps, tx, claim))) throw new Refused('UNVERIFIED_OTP')\n`,
        '',
      ],
    ],
  },
  {
    name: 'registration: reveals to strangers which phones are known',
    gate: registration,
    file: `apps/server/src/entry/registration/service.ts`,
    edits: [['const mayDisclose = !needsOtp || phone !== null', 'const mayDisclose = true']],
  },
  {
    name: 'registration: a proof of another phone',
    gate: registration,
    file: `apps/server/src/entry/registration/service.ts`,
    edits: [
      [
        'if (needsOtp && phone !== null && !(await isVerified(deps, db, claim)))',
        'if (needsOtp && phone !== null && otpToken === null)',
      ],
    ],
  },
  {
    name: 'login: an unlock forgets the devices of its member',
    gate: ['apps/server/src/desk/overview/members/members.test.ts'],
    file: `apps/server/src/entry/session/throttle.ts`,
    edits: [['return [...ofNetworks, ...ofDevices]', 'return ofNetworks']],
  },
  {
    name: 'login: the right password frees the whole network',
    gate: login,
    file: `apps/server/src/entry/session/throttle.ts`,
    edits: [
      [
        `      if (scope !== 'own' || end === 'not tried') return [scope, row]`,
        `      if (scope === 'network') return [scope, { ...row, failures: 0, pausedUntil: null }]
      if (scope !== 'own' || end === 'not tried') return [scope, row]`,
      ],
    ],
  },
  {
    name: 'files: a link is not bound to its owner',
    gate: links,
    file: 'apps/server/src/core/uploads/signed-link.ts',
    edits: [
      ['JSON.stringify([folder, file, owner, until])', 'JSON.stringify([folder, file, until])'],
      ['markOf = ({ folder, file, owner }: LinkTo', 'markOf = ({ folder, file }: LinkTo'],
    ],
  },
  {
    name: 'confirm: a single operator waits for an hour only',
    gate: confirming,
    sqlFunction: 'confirm_guard',
    edits: [
      [`now() < old.asked_at + interval '24 hours'`, `now() < old.asked_at + interval '1 hour'`],
    ],
  },
  {
    name: 'operators: a match names any account',
    gate: review,
    file: `apps/server/src/money/deposits/confirm.ts`,
    edits: [['if (!ours.includes(party))', 'if (false)']],
  },
  {
    name: 'operators: a match names any time',
    gate: review,
    file: `apps/server/src/money/deposits/confirm.ts`,
    edits: [['if (paidAt < from || paidAt > clock.now())', 'if (false)']],
  },
  {
    name: 'operators: one operator gives what was taken from one member to another',
    gate: review,
    file: `apps/server/src/money/deposits/match.ts`,
    edits: [['if (await wasTakenBack(db, deposit.id))', 'if (false)']],
  },
  {
    name: 'operators: one operator gives what waits for one member to another',
    gate: review,
    file: `apps/server/src/money/deposits/match.ts`,
    edits: [['if (deposit.memberId !== null && deposit.memberId !== memberId)', 'if (false)']],
  },
  {
    name: 'operators: bookings of other days are not compared',
    gate: ['apps/server/src/channels/bankfeed/bankfeed.test.ts'],
    file: `apps/server/src/channels/bankfeed/reconcile.ts`,
    edits: [[', ...(await compareBooked(deps, own, elsewhen))]', ']']],
  },
  {
    name: 'deposits: a day is compared up to its midnight and no further',
    gate: ['apps/server/src/channels/bankfeed/midnight.test.ts'],
    file: `apps/server/src/channels/bankfeed/reconcile.ts`,
    edits: [['Math.max(lookBackMs, smsLateMs(bankCode))', '0']],
  },
  {
    name: 'operators: an operator reviews their own act',
    gate: review,
    sqlFunction: 'review_guard',
    edits: [['if new.ticked_by not in (select review_readers(old.actor)) then', 'if false then']],
  },
  {
    name: 'operators: an unknown action is not on the review list',
    gate: review,
    sqlFunction: 'review_note',
    edits: [
      [
        'if review_is_harmless(new.action, new.before) then return null; end if;',
        `if review_is_harmless(new.action, new.before) or new.action not like 'deposits.%' then return null; end if;`,
      ],
    ],
  },
  {
    name: 'operators: what two operators did waits for review, too',
    gate: review,
    sqlFunction: 'review_note',
    edits: [[`and c.action = 'confirm.yes'`, `and c.action = 'confirm.no'`]],
  },
  {
    name: 'operators: a new bank account by hand holds nothing',
    gate: touched,
    sqlFunction: 'withdrawals_touched',
    edits: [['new.approvals_needed = 0 and exists', 'false and exists']],
  },
  {
    name: 'operators: who moved the money lets it out',
    gate: touched,
    sqlFunction: 'withdrawals_approval_guard',
    edits: [
      [
        `if not confirm_is_alone(new.operator, 'withdrawals approve', new.withdrawal::text) and exists (`,
        'if false and exists (',
      ],
    ],
  },
  {
    name: 'operators: an act needs no confirmation',
    gate: desk,
    sqlFunction: 'confirm_required',
    edits: [['if not found then', 'if false then']],
  },
  {
    name: 'operators: a confirmation is good for any sum, again and again',
    gate: desk,
    sqlFunction: 'confirm_required',
    edits: [
      ['(v_amount is null or a.amount = v_amount)', 'true'],
      [' and a.done_at is null', ''],
    ],
  },
  {
    name: 'operators: one frees what an item keeps, whatever it is',
    gate: items,
    file: 'apps/server/src/desk/decisions/items.ts',
    edits: [['  const gives = await heldBy(deps.db, item)\n', '  const gives: Money[] = []\n']],
  },
  {
    name: 'operators: who has given to a member decides about them',
    gate: items,
    sqlFunction: 'items_item_guard',
    edits: [
      [
        `new.decision is not null and not confirm_is_alone(new.decided_by, 'items decide', new.id::text)`,
        'false',
      ],
    ],
  },
  {
    name: 'operators: a payout goes out while something is looked at',
    gate: checked,
    sqlFunction: 'withdrawals_is_checked',
    edits: [
      ['i.member_id = p_member and i.decision is null', 'false'],
      ['i.other_id = p_member and i.decision is null', 'false'],
    ],
  },
  {
    name: 'operators: the clock of a terminal ends the waiting',
    gate: touched,
    sqlFunction: 'withdrawals_guard',
    edits: [['least(new.approved_at, now())', 'new.approved_at']],
  },
  {
    name: 'operators: the terminal’s clock decides how old an operator is',
    gate: touched,
    sqlFunction: 'withdrawals_approval_guard',
    edits: [['o.added_at <= v_asked', 'o.created_at <= v_asked']],
  },
  {
    name: 'receipts: movements between house accounts',
    gate: ['apps/server/src/records/statement/calls.test.ts'],
    file: `apps/server/src/records/statement/receipt.ts`,
    edits: [['owners.includes(memberId) && ', '']],
  },
  {
    name: 'pictures: any number of pixels',
    gate: pictures,
    file: 'apps/server/src/core/uploads/pictures/reduce.ts',
    edits: [['const pixelsMax = 40_000_000', 'const pixelsMax = 4_000_000_000']],
  },
  {
    name: 'game account: a password opens for another member',
    gate: games,
    file: `apps/server/src/money/games/password-box.ts`,
    edits: [
      ['return `${memberId} ${game}`', 'return game'],
      ['function boundTo({ memberId, game }: Owner)', 'function boundTo({ game }: Owner)'],
    ],
  },
  {
    name: 'profile: the bank account changes while a withdrawal is open',
    gate: profile,
    file: `apps/server/src/entry/profile/service.ts`,
    edits: [
      [
        `      if (isOpen) throw new Refused('WITHDRAW_PENDING')
`,
        '',
      ],
    ],
  },
]
