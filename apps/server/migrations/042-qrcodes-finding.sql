-- What kind of finding it is, and its figures and names apart from the sentence: people read it in their own language.
-- Those of before have neither.
alter table qrcodes_finding add column kind text collate "C";
alter table qrcodes_finding add column said jsonb;
