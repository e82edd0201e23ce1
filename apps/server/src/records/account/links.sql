-- The form of a name that is compared: without title, case and word order.
create or replace function account_name_key(p_name text) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(
    regexp_replace(lower(normalize(p_name, NFC)),
      '^\s*(นางสาว|นาง|นาย|น\.ส\.|ด\.ช\.|ด\.ญ\.|คุณ|ນາງສາວ|ນາງ|ທ້າວ|ທ່ານ|(mr|mrs|ms|miss)(\.|\s))\s*', ''),
    '[\s.,"''()_-]+') as word
  where word <> ''
$$;
create index if not exists account_member_name_key on account_member (account_name_key(bank_account_name));
