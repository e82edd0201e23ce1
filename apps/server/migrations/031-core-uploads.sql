-- Which folders of uploaded files processes have: more than one that is in use means that they do not share one.
create table core_uploads (
  -- Lies in the folder, too (`core/uploads/shared/mark.ts`).
  mark    text        collate "C" primary key check (length(mark) between 16 and 64),
  seen_at timestamptz not null
);
grant select, insert, update on core_uploads to kapao_app;
