-- Where each of ours is asked about by itself, a day may have more than is asked: how many were not.
alter table reconcile_result add column unasked int not null default 0;
