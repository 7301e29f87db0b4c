#!/bin/sh
# Three servers of NATS and three nodes of a house as plain processes on this machine, until Ctrl-C: sh run.sh
#
# It needs nats-server and tapis, found by name or named by NATS_SERVER and TAPIS. Data goes into the folder FOLDER;
# ports are counted from NATS_PORT (a client and a route port for each server) and HOUSE_PORT (one for each node).
set -eu
: "${NATS_SERVER:=nats-server}" "${TAPIS:=tapis}" "${FOLDER:=tapis-cluster}"
: "${NATS_PORT:=4222}" "${HOUSE_PORT:=4646}"
mkdir -p "$FOLDER"
# A node that is told to end hands its tables over, so the nodes end before the servers do.
stop() {
    trap - INT TERM EXIT
    for pid in $nodes; do kill "$pid" 2>/dev/null || true; done
    for pid in $nodes; do wait "$pid" || true; done
    for pid in $servers; do kill "$pid" 2>/dev/null || true; done
    wait
}
servers= nodes=
trap stop EXIT
trap 'exit 0' INT TERM

routes= clients=
for number in 0 1 2; do
    routes="$routes${routes:+,}nats://127.0.0.1:$((NATS_PORT + 10 + number))"
    clients="$clients${clients:+,}nats://127.0.0.1:$((NATS_PORT + number))"
done
for number in 0 1 2; do
    "$NATS_SERVER" --name "nats-$number" --addr 127.0.0.1 --port $((NATS_PORT + number)) \
        --jetstream --store_dir "$FOLDER/nats-$number" \
        --cluster_name tapis --cluster "nats://127.0.0.1:$((NATS_PORT + 10 + number))" --routes "$routes" \
        --log "$FOLDER/nats-$number.log" &
    servers="$servers $!"
done
# A node that finds no servers yet ends with an error, and is started again, as a supervisor would.
node() {
    trap - EXIT
    trap 'kill $node 2>/dev/null; wait $node || true; exit 0' INT TERM
    while :; do
        "$TAPIS" serve --listen "127.0.0.1:$((HOUSE_PORT + $1))" --data "$FOLDER/node-$1.db" \
            --cluster "$clients" --node "node-$1" &
        node=$!
        if wait $node; then exit 0; fi
        sleep 1
    done
}
for number in 0 1 2; do
    node $number &
    nodes="$nodes $!"
done
wait
