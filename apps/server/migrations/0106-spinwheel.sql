-- What a wheel and its sectors are called in each language; null where one word serves all of them.
-- `name`, `label` and `description` stay: the words for whoever reads without a language, operators among them.
alter table spinwheel_wheel add column names jsonb;
alter table spinwheel_slice add column words jsonb;
