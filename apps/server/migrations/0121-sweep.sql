-- Each kind of open work has a job of its own, and each of its lists is read party by party: whom finishing a row waits for,
-- then the longest due. These indexes are what core/sweep/due-store.ts enters once for each party.
delete from core_job where name = 'ledger.sweep';

drop index transfers_transfer_open;
create index transfers_transfer_due on transfers_transfer ((coalesce(game, '')), next_at)
  where state in ('held', 'sent', 'unknown');

-- What no channel was asked to pay yet is another party than the channel, which may be slow to say what became of the others.
drop index withdrawals_withdrawal_due;
create index withdrawals_withdrawal_due
  on withdrawals_withdrawal ((coalesce(channel, case when currency = 'LAK' then 'new LAK' else 'new BAHT' end)), next_at)
  where state in ('sweeping', 'approved', 'sent', 'unknown') or (state = 'held' and approvals_needed = 0);

drop index giftlinks_link_open;
create index giftlinks_link_due
  on giftlinks_link ((case when state in ('sent', 'unknown') then 'wallet' else '' end), next_at)
  where state in ('claimed', 'sent', 'unknown', 'received');

-- Codes that somebody may be looking at are one list, those that have ended another.
drop index qrcodes_code_due;
create index qrcodes_code_live_due on qrcodes_code (provider, next_at) where state in ('ordered', 'open');
create index qrcodes_code_ended_due on qrcodes_code (provider, next_at)
  where state not in ('ordered', 'open') and next_at is not null;
-- How many codes a member has ordered within an hour.
create index qrcodes_code_member on qrcodes_code (member_id, created_at);

drop index qrcodes_payment_due;
create index qrcodes_payment_due on qrcodes_payment (provider, next_at) where state = 'received';
