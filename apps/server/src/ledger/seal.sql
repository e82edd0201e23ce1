-- Adds the next seal; the chain makes every earlier one part of it. Only the sealing job calls it.
create or replace function ledger_add_seal(
  p_no bigint, p_from bigint, p_upto bigint, p_movements bigint, p_root bytea, p_chain bytea, p_at timestamptz,
  p_chunks jsonb
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_no <> coalesce((select max(no) from ledger_seal), 0) + 1
     or p_from <> coalesce((select max(upto_id) from ledger_seal), 0) + 1 then
    raise exception 'the seal does not follow the last one' using errcode = 'KP003';
  end if;
  -- A seal that reached beyond the posted movements would leave later ones unsealed forever.
  if p_upto < p_from or p_upto > (select last_value from ledger_movement_id_seq) then
    raise exception 'the seal reaches beyond what was posted' using errcode = 'KP003';
  end if;
  insert into ledger_seal (no, from_id, upto_id, movements, root, chain, sealed_at)
    values (p_no, p_from, p_upto, p_movements, p_root, p_chain, p_at);
  insert into ledger_seal_chunk (seal_no, chunk_no, first_id, last_id, root, path, part_ids, part_roots)
    select p_no, pos, (c ->> 'firstId')::bigint, (c ->> 'lastId')::bigint, decode(c ->> 'root', 'hex'),
           decode(c ->> 'path', 'hex'), array(select jsonb_array_elements_text(c -> 'partIds'))::bigint[],
           decode(c ->> 'partRoots', 'hex')
    from jsonb_array_elements(p_chunks) with ordinality as u (c, pos);
end $$;

revoke all on function ledger_add_seal from public;
grant execute on function ledger_add_seal to kapao_app;
