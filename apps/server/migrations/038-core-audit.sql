-- What operators and jobs did, for the page that shows it: members' acts are most of the trail.
create index core_audit_desk on core_audit (id) where not starts_with(actor, 'member:');
