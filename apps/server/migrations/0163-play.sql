-- A condition is noted as met at the time of the play that met it, and what was played until then counts for none after it.
create index conditions_condition_met on conditions_condition (member_id, met_at) where met_at is not null;

-- Bonuses that ended some days ago are looked at before nobody looks any more.
create index bonus_held_ended on bonus_held (ended_at) where state = 'ended';
