-- What moved at a provider on a day is asked for once a day. Rows are added in the order of their time, so a few words for every
-- megabyte say where to look; a tree would cost every transfer two entries. Rows that fill the gaps of older ones make a range
-- wider, which is why several spans are kept of each.
create index transfers_transfer_when on transfers_transfer using brin (created_at timestamptz_minmax_multi_ops)
  with (pages_per_range = 128, autosummarize = on);
