import type { BenchDatabase } from './stage.ts'

const perCall = 5_000

/** Adds movements through the ledger's own function, in bulk and without a caller, until the wanted number exists. */
export async function fillMovements(stage: BenchDatabase, wanted: number): Promise<void> {
  await stage.ownerDb.query(`
    create or replace function bench_fill(p_count int) returns void language plpgsql as $$
    declare
      v_accounts bigint[];
      v_time text;
    begin
      v_accounts := array(
        select id from (select id from ledger_account where kind = 'game' order by random() limit p_count / 2) as picked
        order by id);
      -- Ids in order of time, as callers make them.
      v_time := lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0');
      perform ledger_apply(
        p_member => v_accounts, p_house => '{}',
        p_idem => array(select (v_time || '7' || substr(md5(random()::text), 1, 19))::uuid from generate_series(1, p_count)),
        p_debit => array(select 1 + (n % cardinality(v_accounts)) from generate_series(1, p_count) n),
        p_credit => array(select 1 + ((n + 1) % cardinality(v_accounts)) from generate_series(1, p_count) n),
        p_amount => array_fill(1::bigint, array[p_count]),
        p_kind => array_fill('play_result'::ledger_kind, array[p_count]),
        p_at => clock_timestamp());
    end $$`)
  const [row] = await stage.ownerDb.query<{ count: bigint }>('select count(*) from ledger_movement')
  for (let have = Number(row!.count); have < wanted; have += perCall)
    await stage.ownerDb.query('select bench_fill($1)', [perCall])
}
