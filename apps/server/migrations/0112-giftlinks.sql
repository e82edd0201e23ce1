-- I11: whoever keeps the vouchers may not tell capitals from small letters, and then one envelope has many names here: given twice at
-- once, it was credited twice. Two codes that differ in nothing else are no accident. The index of before stays for a version that names it.
create unique index giftlinks_link_voucher_folded on giftlinks_link (lower(voucher)) where state <> 'refused';
create index giftlinks_link_given_folded on giftlinks_link (lower(voucher), created_at);
drop index giftlinks_link_given;
