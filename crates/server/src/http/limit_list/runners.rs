//! Limits of Python, Node and containers.

use pegboard_model::container::MEMORY_DEFAULT;
use pegboard_model::toolset::Sandbox;
use pegboard_providers::container::{ARGUMENT_MAX, CONTAINER_PROCESSES_MAX, ContainerConfig, STDOUT_MAX};
use pegboard_providers::node::NodeConfig;
use pegboard_providers::python::PythonConfig;

use super::item::{bytes, count, seconds};
use crate::http::wire::system::Limit;

pub(super) fn python(python: &PythonConfig) -> Vec<Limit> {
    let sandbox = Sandbox::default();
    vec![
        bytes(
            "python_memory",
            sandbox.memory_bytes(),
            "A Python call's memory with all that it started, unless its toolset names another",
        ),
        count(
            "python_processes",
            sandbox.processes(),
            "A Python call's processes and threads, unless its toolset names another",
        ),
        count("python_runners", python.max_runners, "Python runners kept warm"),
        seconds(
            "python_runner_idle",
            python.idle_after,
            "How long a Python runner stands idle before it is ended",
        ),
        seconds("python_load_time", python.load_timeout, "The import of a toolset's Python modules"),
        seconds(
            "python_hook_time",
            python.hook_timeout,
            "A hook of a toolset (`python.init`, `python.post_init`)",
        ),
        seconds("python_install_time", python.install_timeout, "One step in making a Python environment"),
    ]
}

pub(super) fn containers(containers: &ContainerConfig) -> Vec<Limit> {
    vec![
        bytes(
            "container_memory",
            MEMORY_DEFAULT.bytes(),
            "A container's memory, unless its tool's manifest names another",
        ),
        count("container_processes", CONTAINER_PROCESSES_MAX, "Processes and threads in one container"),
        bytes("container_payload", ARGUMENT_MAX, "What a container tool is called with, as base64"),
        bytes("container_output", STDOUT_MAX, "What a container tool may print on standard output"),
        seconds("container_build_time", containers.build_timeout, "The build of one image"),
        seconds("container_start_time", containers.start_timeout, "The start of one container"),
        count("container_spares", containers.max_spares, "Containers that wait for a call"),
        seconds(
            "container_spare_idle",
            containers.idle_after,
            "How long a container waits for a call before it is ended",
        ),
    ]
}

pub(super) fn node(node: &NodeConfig) -> Vec<Limit> {
    let memory = Sandbox::default().memory_bytes();
    vec![
        bytes("node_memory", memory, "The heap of a Node call's process, unless its toolset names another"),
        count("node_spares", node.max_spares, "Node processes that wait for a call"),
        seconds(
            "node_spare_idle",
            node.idle_after,
            "How long a Node process waits for a call before it is ended",
        ),
        seconds("node_load_time", node.load_timeout, "The loading of a toolset's Node code"),
        seconds("node_approval_time", node.approval_timeout, "The answer of a Node tool's `needsApproval`"),
        seconds("node_install_time", node.install_timeout, "One installation of packages from npm"),
    ]
}
