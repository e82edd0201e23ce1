-- How the words of a name sound: their consonants, in classes that spelling in Thai or Lao shares with the usual spellings
-- in Latin letters (the Royal Thai General System, and what people write instead). An r or l before a consonant may begin
-- a syllable or end one, so some names sound in two ways, and both are given.
create or replace function account_sound(p_name text) returns text language plpgsql immutable parallel safe as $$
declare
  v_name  text := ' ' || regexp_replace(lower(normalize(p_name, NFC)), '[^a-zก-๎ກ-ໝ]+', ' ', 'g') || ' ';
  v_other text;
begin
  v_name := regexp_replace(v_name, ' (นางสาว|นาย|นาง|ນາງສາວ|ນາງ|ທ້າວ|ທ່ານ|(mrs?|miss|ms)(?= ))', ' ', 'g');
  if v_name ~ '[a-z]' then
    v_name := regexp_replace(v_name, ' (ny|nh|gn)(?=[aeiou])', ' Y', 'g');
    v_name := replace(replace(regexp_replace(v_name, 't?ch|j', 'C', 'g'), 'sr', 's'), 'ng', 'N');
    v_name := regexp_replace(v_name, '([pbtdkgs])h', '\1', 'g');
    -- PORN and CHART: a letter that lengthens the vowel before it.
    v_name := regexp_replace(v_name, '(?<=[aeiouyw])r(?=[^aeiouyr])', '', 'g');
    v_name := regexp_replace(v_name, '[nN][td](?= )', 'N', 'g');
    v_name := regexp_replace(v_name, '(?<=[aeiou])[sxzC](?= )', 'T', 'g');
    v_name := regexp_replace(v_name, '[lr](?= )', 'N', 'g');
    v_name := regexp_replace(v_name, 'y(?=[aeiou])', 'Y', 'g');
    v_name := regexp_replace(v_name, '[wv](?=[aeiouy])', 'W', 'g');
    v_name := regexp_replace(v_name, 'h(?=[aeiou])', 'H', 'g');
    v_name := translate(v_name, 'kqgcntdpbfmlrsxzaeiouywvh', 'KKKKNTTPPFMLLSSS');
  end if;
  v_other := v_name;
  if v_name ~ '[ก-ໝ]' then
    v_name := translate(v_name, '็่้๊๋ๆฯ่້໊໋໌', '');
    v_name := replace(replace(replace(replace(v_name, 'ํา', 'ำ'), 'ໍາ', 'ຳ'), 'ຫຼ', 'ລ'), 'ยรติ', 'ติ');
    v_name := regexp_replace(v_name, 'ว(?=ง[ศษค]์)', 'W', 'g');
    -- What is written and not spoken.
    v_name := regexp_replace(v_name, '(?<=[ก-ฮ])[ตทดษ](?=[รณ][ิุ]?์)', '', 'g');
    v_name := regexp_replace(v_name, '[ก-ฮ][ิุ]?์', '', 'g');
    v_name := regexp_replace(v_name, '(?<=[ะ-ู][กคตทชด]|[เแโ][ก-ฮ][กคตทชด])ร(?= )', '', 'g');
    v_name := regexp_replace(v_name, '(?<=[สศ])ร(?=ี)|(?<=เ[สศ])ร(?=ิ)|ห(?=[งญณนมยรลว])|ຫ(?=[ງຍນມລວ])', '', 'g');
    v_name := regexp_replace(v_name, 'รร(?!ม)(?=[ก-ฮ][ะ-ู])|รร(?![ก-ู])', 'ัน', 'g');
    v_name := regexp_replace(v_name, 'รร(?=[ก-ฮ])', 'ั', 'g');
    v_name := regexp_replace(v_name, '(?<= |สม)ทร(?=[ะ-ูง])', 'ซ', 'g');
    -- Letters that are a consonant before a vowel and a vowel, or another consonant, after one.
    v_name := regexp_replace(v_name, '[ยญຍ](?=[ะ-ูอະ-ູົຽ])|(?<=[ เแโใไิເແໂໃໄ])[ยญຍ]', 'Y', 'g');
    v_name := regexp_replace(v_name, '[วວ](?=[ะ-ูรฤະ-ູົຽ])|(?<=[ เแโใไิເແໂໃໄ])[วວ]', 'W', 'g');
    v_name := regexp_replace(v_name, '(?<![เแโใไ])[จชซศษส](?=[ิุ]? )', 'ต', 'g');
    v_name := regexp_replace(v_name, '(?<![เแโใไ])[รลฬ](?= )', 'น', 'g');
    v_other := regexp_replace(v_name, '[รล](?=[ก-ฮเแโใไ])', 'น', 'g');
    v_name := v_name || ' ' || v_other;
    v_name := translate(v_name,
      'กขฃคฅฆກຂຄงญณนງນໜจฉชฌຈซศษสສຊฎฏฐฑฒดตถทธດຕຖທบปผพภບປຜພฝฟຝຟมำມໝຳรลฬฤລຣหฮຫຮຢ',
      'KKKKKKKKKNNNNNNNCCCCCSSSSSSTTTTTTTTTTTTTTPPPPPPPPPFFFFMMMMMLLLLLLHHHHY');
    v_name := regexp_replace(v_name, '[^A-Z ]+', '', 'g');
  end if;
  v_name := regexp_replace(v_name, '([A-Z])\1+', '\1', 'g');
  v_name := regexp_replace(v_name, 'T(?=[CS])|N(?=L)', '', 'g');
  v_name := regexp_replace(v_name, '([A-Z])\1+', '\1', 'g');
  return array_to_string(array(select distinct word from regexp_split_to_table(v_name, ' +') as word where word <> '' order by word), ' ');
end $$;
-- An index keeps what the function said when a row was written: who changes the function renames the index, and drops this
-- one, so that it is built again.
create index if not exists account_member_sound on account_member
  using gin (to_tsvector('simple', account_sound(name || ' ' || bank_account_name)));

-- Members whose names sound like all of these words, but for those who are known already. A sound of up to three
-- consonants is the whole word; banks cut off longer ones.
create or replace function account_sounding(p_words text[], p_except text[], p_limit int) returns setof text
language sql stable parallel safe
set enable_seqscan = off
as $$
  select id from account_member
  where to_tsvector('simple', account_sound(name || ' ' || bank_account_name)) @@ (
      select to_tsquery('simple', string_agg('(' || sounds.either || ')', ' & '))
      from (
        select string_agg(sound || case when length(sound) > 3 then ':*' else '' end, ' | ') as either, max(length(sound)) as longest
        from unnest(p_words) with ordinality as word (written, at), unnest(string_to_array(account_sound(written), ' ')) as sound
        group by at) as sounds
      having max(sounds.longest) > 1)
    and id <> all (p_except)
  limit p_limit
$$;
