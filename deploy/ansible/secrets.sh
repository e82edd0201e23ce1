#!/bin/sh
# Prints a file of new secrets, for `ansible-vault encrypt`. What comes from others is added by hand, below `kapao_secrets`.
set -eu
key() { openssl rand -hex "$1"; }
cat <<END
# On the database machines.
superuser_password: $(key 24)
replication_password: $(key 24)
restapi_password: $(key 24)
owner_password: $(key 24)
app_password: $(key 24)
# Also on paper, in a safe: without it no backup can be read.
backup_passphrase: $(key 24)
# The key of the bucket of the backups: repo1-s3-key and repo1-s3-key-secret.
backup_secrets: {}
redis_password: $(key 24)
# Signs what is kept of the books outside of them (docs/operations.md, "Heads outside"), and the key of its bucket:
# AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
seals_key: |
$(openssl genpkey -algorithm ed25519 | sed 's/^/  /')
seals_secrets: {}
# Lines of kapao.env. GAME_CREDENTIAL_KEY also on paper, in a safe: what it has encrypted cannot be read without it.
kapao_secrets:
  FILE_LINK_KEY: $(key 32)
  GAME_CREDENTIAL_KEY: $(key 32)
  GIFT_LINK_SEAL_KEY: $(key 32)
END
