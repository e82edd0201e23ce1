-- By what two members may be one person: the device they log in on, the network, the name of their bank account. None of it is proof.

-- A device holds one random id for each member, so that two members were on the same one is known at their login only.
create table core_device_shared (
  member_id text        collate "C" not null,
  other_id  text        collate "C" not null,
  last_at   timestamptz not null,
  primary key (member_id, other_id),
  check (member_id < other_id)
);
create index core_device_shared_other on core_device_shared (other_id);
create index core_device_shared_last_at on core_device_shared (last_at);
grant select, insert, delete on core_device_shared to kapao_app;
grant update (last_at) on core_device_shared to kapao_app;

-- An address of the old kind is one household or one carrier; of the new kind the first half is.
create function core_network(p_address text) returns text language plpgsql immutable parallel safe as $$
begin
  if position(':' in p_address) = 0 then return p_address; end if;
  begin
    return host(network(set_masklen(p_address::inet, 64)));
  exception when others then
    return p_address;
  end;
end $$;
create index core_session_network on core_session (core_network(address));

-- A name as it is compared: without title, case and the order of its words.
create function account_name_key(p_name text) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(
    regexp_replace(lower(normalize(p_name, NFC)),
      '^\s*(นางสาว|นาง|นาย|น\.ส\.|ด\.ช\.|ด\.ญ\.|คุณ|ນາງສາວ|ນາງ|ທ້າວ|ທ່ານ|(mr|mrs|ms|miss)(\.|\s))\s*', ''),
    '[\s.,"''()_-]+') as word
  where word <> ''
$$;
create index account_member_name_key on account_member (account_name_key(bank_account_name));
