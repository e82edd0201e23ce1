-- What was sent to a channel on a day, for the comparison with what they report.
create index withdrawals_withdrawal_sent on withdrawals_withdrawal (channel, sent_at) where sent_at is not null;
