import { textOfAmount, type MeaningQuestion } from './question.ts'

/** Withdrawals that one of these movements began. */
export const held = `
  with held as (
    select m.idem, m.debit as wallet, m.debit_seq as seq, m.amount, m.created_at as at, w.owner as member, w.currency
    from ledger_movement m join ledger_account w on w.id = m.debit
    where m.id > $1 and m.id <= $2 and m.kind = 'withdrawal_hold')`

/** Rewards since the previous withdrawal with fewer stakes and results since than were given. */
const unplayed: MeaningQuestion = {
  name: 'meaning.reward-unplayed',
  afterMs: 0,
  sql: `${held},
    given as (
      select h.*, g.given, g.since from held h, lateral (
        select coalesce((select p.debit_seq from ledger_movement p where p.debit = h.wallet and p.debit_seq < h.seq
          and p.kind = 'withdrawal_hold' order by p.debit_seq desc limit 1), 0) as seq) p, lateral (
        select sum(r.amount)::bigint as given, min(r.created_at) as since from ledger_movement r
        where r.credit = h.wallet and r.credit_seq > p.seq and r.credit_seq < h.seq
          and r.kind in ('bonus', 'promotion', 'prize') and r.created_at > h.at - interval '30 days') g
      where g.given * 100 >= h.amount)
    select g.idem::text as key, g.member as "memberId", null as "otherId",
           'a withdrawal after rewards with less play than their value' as words,
           jsonb_build_object('withdrawn', ${textOfAmount('g.amount', 'g.currency')}, 'rewards', ${textOfAmount('g.given', 'g.currency')}, 'since', g.since,
             'lost', ${textOfAmount('p.lost', 'g.currency')}, 'ofThatCameBack', ${textOfAmount('p.returned', 'g.currency')}) as evidence
    from given g, lateral ledger_play(g.member, g.currency, g.since - interval '1 second', g.at) p
    where p.lost - p.returned < g.given`,
}

/** Returned stakes carried no risk, yet they met a condition on stakes. */
const voidStakes: MeaningQuestion = {
  name: 'meaning.turnover-void',
  afterMs: 0,
  sql: `${held}
    select b.id::text as key, h.member as "memberId", null as "otherId",
           'a withdrawal after a bonus on stakes, half or more of which were returned exactly' as words,
           jsonb_build_object('bonus', b.code, 'target', ${textOfAmount('b.target', 'h.currency')}, 'withdrawn', ${textOfAmount('h.amount', 'h.currency')},
             'lost', ${textOfAmount('p.lost', 'h.currency')}, 'ofThatCameBack', ${textOfAmount('p.returned', 'h.currency')}) as evidence
    from held h join bonus_held b on b.member_id = h.member and b.created_at < h.at
      and (b.ended_at is null or b.ended_at > h.at - interval '30 days') and b.terms ->> 'kind' = 'turnover',
      lateral ledger_play(h.member, h.currency, b.created_at, h.at) p
    where p.returned > 0 and p.returned * 2 >= p.lost`,
}

/** A game that was nearly empty when a bonus ended paid before any new stake: its stake was made under the bonus. */
const oldStakes: MeaningQuestion = {
  name: 'meaning.win-without-stake',
  afterMs: 0,
  sql: `${held}
    select b.id || ' ' || a.party as key, h.member as "memberId", null as "otherId",
           'a withdrawal after a game paid without a new stake since a bonus ended' as words,
           jsonb_build_object('bonus', b.code, 'endedAt', b.ended_at, 'game', a.party, 'won', ${textOfAmount('w.amount', 'h.currency')},
             'wonAt', w.created_at, 'withdrawn', ${textOfAmount('h.amount', 'h.currency')}) as evidence
    from held h join bonus_held b on b.member_id = h.member and b.state = 'ended' and b.ended_at < h.at
      and b.ended_at > h.at - interval '30 days'
    join ledger_account a on a.owner = h.member and a.kind = 'game' and a.currency = h.currency,
      lateral (select (ledger_balance_at(a.id, b.ended_at)).seq as seq) s,
      lateral (
        select w.* from ledger_movement w where w.credit = a.id and w.credit_seq > s.seq order by w.credit_seq limit 1) w
    where w.kind = 'play_result' and w.created_at <= h.at and (w.credit_balance - w.amount) * 10 < w.amount`,
}

export const refundReturnedKind = 'meaning.refund-returned'

/**
 * Refunds whose loss came back by half or more, exactly, after the period. Losses in games with open bets are known
 * and set against the returns.
 */
const refundsReturned = (isOwed: string) => `
  with played as (
    select a.owner, max(m.created_at) as at from ledger_movement m join ledger_account a on a.id = m.credit
    where m.id > $1 and m.id <= $2 and m.kind in ('refund', 'play_result') and a.owner is not null group by a.owner)
  select p.period || ' ' || p.member_id as key, p.member_id as "memberId", null as "otherId",
         'half or more of a refunded loss came back exactly after its period' as words,
         jsonb_build_object('period', p.period, 'day', split_part(p.period, ' ', 2), 'refund', ${textOfAmount('p.amount', 'p.currency')}, 'loss', ${textOfAmount('p.loss', 'p.currency')},
           'cameBack', ${textOfAmount('later.returned - within.returned', 'p.currency')}) as evidence
  from played join refund_period p on p.member_id = played.owner and p.amount > 0 and p.until > played.at - interval '14 days',
    lateral ledger_play(p.member_id, p.currency, p.since, p.until) within,
    lateral ledger_play(p.member_id, p.currency, p.since, p.until + interval '14 days') later,
    lateral (select coalesce(sum(s.lost), 0) as lost from refund_stake s where s.member_id = p.member_id and s.period = p.period) open
  where later.returned > within.returned and (later.returned - within.returned) * 2 >= p.loss
    and ((later.returned - within.returned - open.lost) * 2 >= p.loss) = ${isOwed}`

/** For slots, for example, no later refund is reduced by it; received or not, the next rewards wait for an operator. */
const refundReturned: MeaningQuestion = {
  name: refundReturnedKind,
  afterMs: 0,
  holds: ['rewards'],
  sql: refundsReturned('true'),
}

/** With open bets it reduces the next refunds. */
const refundCarried: MeaningQuestion = {
  name: 'meaning.refund-carried',
  afterMs: 0,
  sql: refundsReturned('false'),
}

/** An inviter had a share of a friend's loss that was later returned. */
const inviteReturned: MeaningQuestion = {
  name: 'meaning.invite-returned',
  afterMs: 0,
  sql: `
    with received as (
      select m.idem, m.amount, m.created_at as at, a.owner, a.currency from ledger_movement m join ledger_account a on a.id = m.credit
      where m.id > $1 and m.id <= $2 and m.kind = 'invite' and a.owner is not null)
    select r.idem || ' ' || i.invitee as key, r.owner as "memberId", i.invitee as "otherId",
           'a share of a loss of a friend, half or more of which came back exactly' as words,
           jsonb_build_object('received', ${textOfAmount('r.amount', 'r.currency')}, 'lost', ${textOfAmount('p.lost', 'r.currency')},
             'ofThatCameBack', ${textOfAmount('p.returned', 'r.currency')}) as evidence
    from received r join invite_invitee i on i.inviter = r.owner and i.earned > 0,
      lateral ledger_play(i.invitee, r.currency, r.at - interval '30 days', r.at) p
    where p.returned > 0 and p.returned * 2 >= p.lost`,
}

/** The same name: one person may have two accounts with a different bank each. */
const inviteNamesake: MeaningQuestion = {
  name: 'meaning.invite-namesake',
  afterMs: 0,
  sql: `
    with received as (
      select a.owner, max(m.created_at) as at from ledger_movement m join ledger_account a on a.id = m.credit
      where m.id > $1 and m.id <= $2 and m.kind = 'invite' and a.owner is not null group by a.owner)
    select i.invitee as key, r.owner as "memberId", i.invitee as "otherId",
           'a reward for a friend whose bank account is in the same name' as words,
           jsonb_build_object('banks', jsonb_build_array(o.bank_code, f.bank_code), 'receivedAt', r.at) as evidence
    from received r join invite_invitee i on i.inviter = r.owner and i.earned > 0
    join account_member o on o.id = r.owner join account_member f on f.id = i.invitee
    where regexp_replace(lower(o.bank_account_name), '\\s', '', 'g') = regexp_replace(lower(f.bank_account_name), '\\s', '', 'g')`,
}

/** Checks of rewards, and whether the member has played for them. */
export const playQuestions = [
  unplayed,
  voidStakes,
  oldStakes,
  refundReturned,
  refundCarried,
  inviteReturned,
  inviteNamesake,
]
