-- One kind of a statement is read as a range of its own, so that its thousandth page costs what its first costs.
create index statement_row_type on statement_row (member_id, statement_type, seq);
