-- What a gateway told first stood for ever: money that it told with another amount reached no ledger, and nobody could say so.

-- refused: a person has looked, and nothing was received.
alter type qrcodes_payment_state add value 'refused';

-- Whether the amount that stands here is the one that is booked. From then on nothing changes it, nobody is asked any more, and it
-- only goes to the ledger, as often as it takes: a person decides before that, or not at all. A server of the version before does
-- not know this, and is kept from giving up what is decided.
alter table qrcodes_payment add column is_decided boolean not null default false;
alter table qrcodes_payment add constraint qrcodes_payment_decided
  check (not is_decided or (amount is not null and state in ('received', 'settled')));
