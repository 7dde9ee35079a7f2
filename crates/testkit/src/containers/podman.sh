# Becomes Podman's service. Arguments: the folder of everything.
set -e
folder=$1
# Podman, its runtime and its networks keep state here, and would share it with a Podman of the machine.
mount -t tmpfs tmpfs /run
cat >"$folder/containers.conf" <<CONF
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
runtime = "runc"
tmp_dir = "$folder/state"
[network]
network_backend = "netavark"
network_config_dir = "$folder/networks"
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
CONF
cat >"$folder/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$folder/data"
runroot = "$folder/run"
CONF
# Nothing is asked of a registry.
echo 'unqualified-search-registries = []' >"$folder/registries.conf"
export CONTAINERS_CONF="$folder/containers.conf" CONTAINERS_STORAGE_CONF="$folder/storage.conf" \
    CONTAINERS_REGISTRIES_CONF="$folder/registries.conf"
# Its watcher of containers leaves files where it was started.
cd "$folder"
exec podman --log-level warn system service --time 0 "unix://$folder/engine.sock"
