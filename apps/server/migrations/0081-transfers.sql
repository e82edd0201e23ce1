-- Moving everything is a success only where every game that had money gave it. A leg that was refused at its very beginning leaves
-- no row of its own, so what was to be emptied is noted with what stands above the legs.
alter table transfers_transfer add column planned text[];
