import { faultsIn } from '../faults.ts'
import type { Mutant } from '../mutant.ts'

/** Account ownership: a code proves a phone once, to the holder of its token, and cannot be guessed. */
export const identityMutants: readonly Mutant[] = [
  ...faultsIn('kapao/terminal/local-actor', 'kapao/terminal/local-actor', {
    'terminal: a command for some roles asks for none': [
      '  if (!hasRight(await rolesOf(db, nameOf(asked)), right)) {',
      '  if (asked === null) {',
    ],
  }),
  ...faultsIn('entry/otp/verify', 'entry/otp/otp', {
    'code: tried without being counted': ['    await addTry(tx, tokenHash, 1)\n', ''],
    'code: for another purpose': [
      "    if (code.purpose !== purpose) throw new Refused('OTP_TOKEN_INVALID')\n",
      '',
    ],
  }),
  ...faultsIn('entry/otp/limits', 'entry/otp/otp', {
    'code: no end of tries in a day': [
      "  if (triesToday >= otpLimits.triesPerDay) return 'OTP_BLOCK'\n",
      '',
    ],
    'code: an older one stays good': [
      "code.state === 'replaced' || now >= code.expiresAt",
      'now >= code.expiresAt',
    ],
    'code: never too old': [
      "code.state === 'replaced' || now >= code.expiresAt",
      "code.state === 'replaced'",
    ],
    'code: one network may use up all messages of a phone': [
      "  if (countedSince(theirs, now, dayMs) >= otpLimits.networkPerPhoneDay) return 'REQUEST_LIMIT'\n",
      '',
    ],
  }),
  ...faultsIn('entry/registration/service', 'entry/registration/registration', {
    'registration: without a proof of the phone': [
      "      if (needsOtp && !(await useVerified(deps, tx, claim))) throw new Refused('UNVERIFIED_OTP')\n",
      '',
    ],
    'registration: reveals to strangers which phones are known': [
      'const mayDisclose = !needsOtp || phone !== null',
      'const mayDisclose = true',
    ],
    'registration: a proof of another phone': [
      'if (needsOtp && phone !== null && !(await isVerified(deps, db, claim)))',
      'if (needsOtp && phone !== null && otpToken === null)',
    ],
  }),
  ...faultsIn('entry/session/throttle', 'desk/overview/members/members', {
    'login: an unlock forgets the devices of its member': [
      'return [...ofNetworks, ...ofDevices]',
      'return ofNetworks',
    ],
  }),
  ...faultsIn('entry/session/throttle', 'entry/session/login', {
    'login: the right password frees the whole network': [
      "      if (scope !== 'own' || end === 'not tried') return [scope, row]",
      "      if (scope === 'network') return [scope, { ...row, failures: 0, pausedUntil: null }]\n      if (scope !== 'own' || end === 'not tried') return [scope, row]",
    ],
  }),
  ...faultsIn('core/uploads/signed-link', 'core/calls/serve-files', {
    'files: a link is not bound to its owner': [
      ['JSON.stringify([folder, file, owner, until])', 'JSON.stringify([folder, file, until])'],
      ['markOf = ({ folder, file, owner }: LinkTo', 'markOf = ({ folder, file }: LinkTo'],
    ],
  }),
  ...faultsIn('confirm_guard', 'records/confirm/confirm', {
    'confirm: a single operator waits for an hour only': [
      "now() < old.asked_at + interval '24 hours'",
      "now() < old.asked_at + interval '1 hour'",
    ],
  }),
  ...faultsIn('money/deposits/confirm', 'records/review/review', {
    'operators: a match names any account': ['if (!ours.includes(party))', 'if (false)'],
    'operators: a match names any time': [
      'if (paidAt < from || paidAt > clock.now())',
      'if (false)',
    ],
  }),
  ...faultsIn('money/deposits/match', 'records/review/review', {
    'operators: one operator gives what was taken from one member to another': [
      'if (await wasTakenBack(db, deposit.id))',
      'if (false)',
    ],
    'operators: one operator gives what waits for one member to another': [
      'if (deposit.memberId !== null && deposit.memberId !== memberId)',
      'if (false)',
    ],
  }),
  ...faultsIn('channels/bankfeed/reconcile', 'channels/bankfeed/bankfeed', {
    'operators: bookings of other days are not compared': [
      ', ...(await compareBooked(deps, own, elsewhen))]',
      ']',
    ],
  }),
  ...faultsIn('channels/bankfeed/reconcile', 'channels/bankfeed/midnight', {
    'deposits: a day is compared up to its midnight and no further': [
      'Math.max(lookBackMs, smsLateMs(bankCode))',
      '0',
    ],
  }),
  ...faultsIn('review_guard', 'records/review/review', {
    'operators: an operator reviews their own act': [
      'if new.ticked_by not in (select review_readers(old.actor)) then',
      'if false then',
    ],
  }),
  ...faultsIn('review_note', 'records/review/review', {
    'operators: an unknown action is not on the review list': [
      'if review_is_harmless(new.action, new.before) then return null; end if;',
      "if review_is_harmless(new.action, new.before) or new.action not like 'deposits.%' then return null; end if;",
    ],
    'operators: what two operators did waits for review, too': [
      "and c.action = 'confirm.yes'",
      "and c.action = 'confirm.no'",
    ],
  }),
  ...faultsIn('withdrawals_touched', 'money/withdrawals/operator-acts', {
    'operators: a new bank account by hand holds nothing': [
      'new.approvals_needed = 0 and exists',
      'false and exists',
    ],
  }),
  ...faultsIn('withdrawals_approval_guard', 'money/withdrawals/operator-acts', {
    'operators: who moved the money lets it out': [
      "if not confirm_is_alone(new.operator, 'withdrawals approve', new.withdrawal::text) and exists (",
      'if false and exists (',
    ],
    'operators: the terminal’s clock decides how old an operator is': [
      'o.added_at <= v_asked',
      'o.created_at <= v_asked',
    ],
  }),
  ...faultsIn('confirm_required', 'desk/decisions/open', {
    'operators: an act needs no confirmation': ['if not found then', 'if false then'],
    'operators: a confirmation is good for any sum, again and again': [
      ['(v_amount is null or a.amount = v_amount)', 'true'],
      [' and a.done_at is null', ''],
    ],
  }),
  ...faultsIn('desk/decisions/items', 'desk/decisions/items', {
    'operators: one frees what an item keeps, whatever it is': [
      '  const gives = await heldBy(deps.db, item)\n',
      '  const gives: Money[] = []\n',
    ],
  }),
  ...faultsIn('items_item_guard', 'desk/decisions/items', {
    'operators: who has given to a member decides about them': [
      "new.decision is not null and not confirm_is_alone(new.decided_by, 'items decide', new.id::text)",
      'false',
    ],
  }),
  ...faultsIn('withdrawals_is_checked', 'money/withdrawals/held-for-check', {
    'operators: a payout goes out while something is looked at': [
      ['i.member_id = p_member and i.decision is null', 'false'],
      ['i.other_id = p_member and i.decision is null', 'false'],
    ],
  }),
  ...faultsIn('withdrawals_guard', 'money/withdrawals/operator-acts', {
    'operators: the clock of a terminal ends the waiting': [
      'least(new.approved_at, now())',
      'new.approved_at',
    ],
  }),
  ...faultsIn('records/statement/receipt', 'records/statement/calls', {
    'receipts: movements between house accounts': ['owners.includes(memberId) && ', ''],
  }),
  ...faultsIn(
    'core/uploads/pictures/reduce',
    ['core/uploads/pictures/pool', 'channels/slips/hostile'],
    {
      'pictures: any number of pixels': [
        'const pixelsMax = 40_000_000',
        'const pixelsMax = 4_000_000_000',
      ],
    },
  ),
  ...faultsIn('money/games/password-box', 'money/games/games', {
    'game account: a password opens for another member': [
      ['return `${memberId} ${game}`', 'return game'],
      ['function boundTo({ memberId, game }: Owner)', 'function boundTo({ game }: Owner)'],
    ],
  }),
  ...faultsIn('entry/profile/service', 'money/withdrawals/withdrawals', {
    'profile: the bank account changes while a withdrawal is open': [
      "      if (isOpen) throw new Refused('WITHDRAW_PENDING')\n",
      '',
    ],
  }),
]
