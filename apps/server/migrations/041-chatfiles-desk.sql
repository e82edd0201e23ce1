-- Files that operators send into a talk: they belong to its owner, and count for the operator.
alter table chatfiles_file add column operator text collate "C";
create index chatfiles_file_operator on chatfiles_file (operator, created_at) where operator is not null;
