#!/bin/sh
# Makes a certificate for each database machine and, after --, for each other server that the fronts know by one; at the
# first run also the authority that signs them:
#   certificates.sh FOLDER db1=10.0.0.11 db2=10.0.0.12 db3=10.0.0.13 -- redis=10.0.0.31
# Names and addresses are those of the inventory; `redis` is the machine below `caches`.
# A machine with several addresses has them all, with commas: etcd compares from where a certificate comes.
# etcd and Patroni take whoever has one for a database machine. So run it where secrets are kept, and leave authority.key
# there: no machine of the installation needs it. A second run makes new certificates from the same authority.
set -eu
umask 077

folder=$1
shift
mkdir -p "$folder"
cd "$folder"

if grep --quiet --no-messages '^\$ANSIBLE_VAULT' authority.key; then
  echo "$folder/authority.key is encrypted: decrypt it with ansible-vault first" >&2
  exit 1
fi

key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
if [ ! -e authority.key ]; then
  # Twenty years: its end would be the end of all of them at once.
  openssl req -x509 $key -days 7300 -subj '/CN=Kapao database machines' -keyout authority.key -out authority.crt \
    -addext keyUsage=critical,keyCertSign 2> /dev/null
fi
# Of a server and of a client: each database machine is both to the others, and is reached by a front through 127.0.0.1,
# where HAProxy leads to the primary.
usage=serverAuth,clientAuth also=,IP:127.0.0.1
for machine; do
  # What follows only answers. etcd takes it for nobody.
  if [ "$machine" = -- ]; then
    usage=serverAuth also=
    continue
  fi
  name=${machine%%=*}
  openssl req $key -subj "/CN=$name" -keyout "$name.key" -out "$name.csr" 2> /dev/null
  addresses=$(echo "${machine#*=}" | sed 's/,/,IP:/g')
  printf 'subjectAltName=DNS:%s,IP:%s%s\nextendedKeyUsage=%s\nkeyUsage=critical,digitalSignature\n' \
    "$name" "$addresses" "$also" "$usage" > "$name.ext"
  openssl x509 -req -in "$name.csr" -CA authority.crt -CAkey authority.key -CAcreateserial -days 1825 \
    -extfile "$name.ext" -out "$name.crt" 2> /dev/null
  rm "$name.csr" "$name.ext"
done
