-- An amount with satang of its own tells whose a payment is. It was given to the next member as soon as its request had ended, and who
-- paid late paid for a stranger. So it is looked up with its last days, amount by amount, however long the history of each is.
create index deposits_request_satang on deposits_request (currency, amount, (coalesce(ended_at, 'infinity'::timestamptz))) where reserved;
