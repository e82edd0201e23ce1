-- The network of an address: an IPv4 address itself, which is one household or one carrier, or the first half of an
-- IPv6 address.
create or replace function core_network(p_address text) returns text language plpgsql immutable parallel safe as $$
begin
  if position(':' in p_address) = 0 then return p_address; end if;
  begin
    return host(network(set_masklen(p_address::inet, 64)));
  exception when others then
    return p_address;
  end;
end $$;
-- Finds the members who were on one network.
create index if not exists core_session_network on core_session (core_network(address));
