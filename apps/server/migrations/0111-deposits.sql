-- A slip may be credited before the bank has told of its transfer. Where the bank then tells of another payer than the member who was
-- credited nothing moves, and it is on the list of what does not agree.
alter table deposits_sighting add column other_payer boolean not null default false;
create index deposits_sighting_other_payer on deposits_sighting (created_at) where other_payer;
