-- Two live gift links that differ in nothing but capitals: 0112 lets one of them be, and where both were there it stopped every migration
-- after it. It is this file's place that does it: a database that has 0112 has no such pair. The first one given stays as it is; the other
-- keeps its own name with an end of its own, and where it has not ended a person looks into the wallet.
update giftlinks_link l
  set voucher = l.voucher || ':' || l.id,
      why = case when l.state in ('done', 'suspended') then l.why else 'another live gift link is the same but for capitals: ' || l.voucher end,
      state = case when l.state in ('done', 'suspended') then l.state else 'exception' end
  where l.state <> 'refused' and exists (
    select from giftlinks_link o
    where lower(o.voucher) = lower(l.voucher) and o.state <> 'refused' and (o.created_at, o.id) < (l.created_at, l.id));
