# Becomes Docker's daemon. Arguments: the folder of everything.
exec dockerd --host "unix://$1/engine.sock" --data-root "$1/data" --exec-root "$1/exec" --pidfile "$1/pid" \
    --userland-proxy=false --log-level warn
