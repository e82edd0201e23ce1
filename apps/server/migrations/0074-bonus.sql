-- Who is under a condition is gone through by member, which the index of those who hold one serves.
drop index bonus_held_active;
