-- Nothing was left under the condition, and nobody had to end it.
alter type bonus_end add value 'emptied';
-- What the worker looks through for those.
create index bonus_held_active on bonus_held (created_at) where state = 'active';
