/**
 * The floors of the server, the lowest first: a folder that is a room, and what it is for. A room imports from any lower
 * floor, and from its own floor only what a neighbour answers without changing anything (`read.ts`). `npm run check`
 * holds it, `npm run docs` makes the map of docs/architecture.md from it.
 */
export const floors: readonly Readonly<Record<string, string>>[] = [
  {
    core: 'no domain words: clock, database, HTTP, calls, jobs, sessions, uploads, telemetry',
  },
  {
    ledger: 'the only writer of money',
    settings: 'what operators may change while it runs, with limits and defaults',
    outside: 'one client for each kind of outside system',
  },
  {
    context: 'what a room is opened with and what it offers; the settings of the process',
  },
  {
    'records/account': 'members: their phone, bank account and standing',
  },
  {
    'records/statement': 'one numbered row for each thing that a member did',
    'records/items': 'what a person must look at, of every kind: found once, taken, decided once',
    'records/operators': 'operators and their roles',
    'records/confirm': 'acts that wait for a second operator',
    'records/review': 'acts of one operator alone, which another one reads',
    'records/links':
      'members who may be one person, and two who play against each other; accuses nobody',
    'records/pictures': 'the house’s own pictures, each under the hash of its bytes',
    'records/payouts': 'why nothing is sent to bank accounts, of one member or of all',
  },
  {
    'money/games': 'a member’s accounts at game providers: opening, launch links, passwords',
    'records/notices':
      'what happened to a member’s money or account: kept for them, carried to them, and who could not be told',
    'money/conditions': 'what must be played before a reward can be withdrawn',
  },
  {
    'money/transfers': 'money on its way to a game and back, until the outcome is known',
  },
  {
    'money/wallet': 'what a member has, from one snapshot, and the results of play',
    'money/deposits':
      'the one door for incoming money: once, to a wallet or to suspense with a reason',
    'money/withdrawals': 'money on its way out: held, approved, paid once or returned',
    'money/bonus':
      'rewards under a withdrawal condition: given once, kept as promised, ended by emptying the games',
  },
  {
    'entry/otp': 'one-time codes by SMS: budgets of the day, its alarm, the puzzle for strangers',
    'entry/passkeys': 'passkeys of members, beside their passwords',
  },
  {
    'entry/password': 'hashes, rules, the change and the forgotten password',
  },
  {
    'channels/bankfeed':
      'what banks report about our accounts, whose money it is, and their statement compared with our books',
    'channels/slips': 'pictures of bank slips: read, checked with the bank, handed to the deposits',
    'channels/qrcodes':
      'codes to pay by: ordered at a gateway, watched, and what was paid for them',
    'channels/giftlinks': 'gift links of digital wallets, from the sealed text to the deposit',
    'rewards/promotion': 'codes that members type for a reward, once each',
    'rewards/invite': 'what members earn from the play of those they invited',
    'rewards/refund': 'losses of closed periods, and what of them is given back',
    'rewards/spinwheel': 'the wheel, drawn for a coin; coupons, claimed once',
    'entry/registration': 'how a visitor becomes a member, all or nothing',
    'entry/session': 'login with its throttle, logout, and where a member is logged in',
    'entry/profile': 'what members see and change of themselves',
    'entry/lookup': 'what the page asks before and after login',
    'entry/sign-in':
      'how operators get into the console: passkeys, passwords with codes, links, sessions',
  },
  {
    'talk/chatfiles': 'pictures and videos of talks',
    'talk/chatbot': 'what the menu answers, with the facts about the member’s money in words',
  },
  {
    'talk/chat': 'talks with members and guests, answered by the menu or by operators',
  },
  {
    'desk/reconcile': 'a day of the books compared with what every system outside says',
    'desk/outcome': 'what became of a call that was sent with a key',
    'desk/overview': 'a member as operators see them; what is under way with a member’s money',
    'desk/recovery':
      'the way back from a restore: how each kind of money gets into the books again',
    'desk/watch': 'what watches over the books: checks, the night, the meaning of movements',
  },
  {
    'desk/decisions': 'what operators decide, and what needs two of them',
  },
  {
    'desk/preview': 'what a member’s page would be given if a draft were saved',
    'desk/house': 'what a house needs before it opens, and its doors to systems outside',
    'desk/queues': 'the console’s queues: lists, taking, a decision once for its key',
  },
  {
    system:
      'what a process consists of, composed in `compose.ts`; `pushes.ts`: what open pages are sent after a commit',
  },
  {
    kapao: 'the commands of `npx kapao`: the console’s calls (`remote`), and some on the database',
    seed: 'demo data, booked by the rooms’ own functions',
  },
]
