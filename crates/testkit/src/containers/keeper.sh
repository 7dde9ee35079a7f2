# Starts an engine in namespaces of its own, says how that went, and ends it with all its containers when standard input ends: that is a
# pipe whose other end only the starting process holds. Arguments: the folder of everything, a script that becomes the engine.
trap '' HUP INT TERM
folder=$1
unshare --net --mount --pid --fork --kill-child=KILL --mount-proc \
    /bin/sh -c "$2" engine "$folder" >"$folder/log" 2>&1 </dev/null &
engine=$!
tries=0
until docker --host "unix://$folder/engine.sock" version >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 300 ] || ! kill -0 $engine 2>/dev/null; then
        echo failed
        break
    fi
    sleep 0.1
done
kill -0 $engine 2>/dev/null && echo ready
read -r line
kill -KILL $engine 2>/dev/null
wait $engine 2>/dev/null
rm -rf "$folder"
