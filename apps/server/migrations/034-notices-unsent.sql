-- Outside a transaction.
-- For the list of what no channel has carried: few of all.
create index concurrently if not exists notices_delivery_unsent on notices_delivery (notice) where state <> 'sent';
