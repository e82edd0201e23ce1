-- Whether a deposit has its slip already: a code names the bank that sent it, and its uploader may write any bank into it.
create index slips_slip_deposit on slips_slip (deposit) where state = 'credited';
