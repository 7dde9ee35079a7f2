//! How a tool's container is made.

use std::collections::HashMap;
use std::path::Path;

use bollard::models::{
    ContainerCreateBody, HostConfig, HostConfigLogConfig, Mount, MountBindOptions,
    MountBindOptionsPropagationEnum, MountType, ResourcesUlimits,
};
use pegboard_model::container::{ContainerManifest, ContainerNetwork, WorkspaceMount};

use super::build::Image;
use super::engine::EngineKind;
use super::sweep::{CALL_LABEL, HOUSE_LABEL, TOOL_LABEL};

/// Where the chat's workspace is in the container.
pub(super) const WORKSPACE: &str = "/workspace";
/// Where the program is that waits for a call.
const WAITER: &str = "/.pegboard-wait";
/// Processes and threads in one container.
pub const CONTAINER_PROCESSES_MAX: u32 = 64;
/// A half of the weight that programs have by default, so that tools do not starve the machine.
const CPU_SHARES: i64 = 512;
/// Files that one process may have open.
const FILES: i64 = 1024;
/// Processes of one user, of all containers together: more than tools need, and less than any machine has for its users.
const USER_PROCESSES: i64 = 16 << 10;

/// A container to be.
pub(super) struct Blueprint<'a> {
    pub(super) engine: EngineKind,
    pub(super) house: &'a str,
    pub(super) tool: &'a str,
    pub(super) image: &'a Image,
    pub(super) manifest: &'a ContainerManifest,
    pub(super) workspace: &'a Path,
    pub(super) start: Start<'a>,
}

/// What the container's first process is.
pub(super) enum Start<'a> {
    /// The tool, with its payload.
    Call { call: &'a str, payload: String },
    /// A program that waits for the payload and then becomes the tool.
    Wait { waiter: &'a Path },
}

impl Blueprint<'_> {
    /// As the engine takes it.
    pub(super) fn body(&self) -> ContainerCreateBody {
        let text = |text: &str| Some(text.to_owned());
        let mut labels = HashMap::from([
            (HOUSE_LABEL.to_owned(), self.house.to_owned()),
            (TOOL_LABEL.to_owned(), self.tool.to_owned()),
        ]);
        let mut body = ContainerCreateBody {
            image: text(&self.image.tag),
            host_config: Some(self.host_config()),
            attach_stdout: Some(true),
            attach_stderr: Some(true),
            // Nobody asks after the health of a container that lives for one call.
            healthcheck: Some(bollard::models::HealthConfig {
                test: Some(vec!["NONE".to_owned()]),
                ..Default::default()
            }),
            ..Default::default()
        };
        match &self.start {
            Start::Call { call, payload } => {
                labels.insert(CALL_LABEL.to_owned(), (*call).to_owned());
                body.cmd = Some(vec![payload.clone()]);
            }
            Start::Wait { .. } => {
                let waiter = std::iter::once(WAITER.to_owned());
                body.entrypoint = Some(waiter.chain(self.image.entrypoint.iter().cloned()).collect());
                // An image's own arguments would stand before the payload.
                body.cmd = Some(Vec::new());
                (body.attach_stdin, body.open_stdin, body.stdin_once) = (Some(true), Some(true), Some(true));
            }
        }
        body.labels = Some(labels);
        body
    }

    fn host_config(&self) -> HostConfig {
        let sandbox = &self.manifest.sandbox;
        let memory = i64::try_from(sandbox.memory.bytes()).unwrap_or(i64::MAX);
        let limit = |name: &str, most| ResourcesUlimits {
            name: Some(name.to_owned()),
            soft: Some(most),
            hard: Some(most),
        };
        HostConfig {
            memory: Some(memory),
            // The same with swap: there is none beyond the memory.
            memory_swap: Some(memory),
            cpu_shares: Some(CPU_SHARES),
            pids_limit: Some(CONTAINER_PROCESSES_MAX.into()),
            ulimits: Some(match self.engine {
                EngineKind::Docker => vec![limit("nofile", FILES), limit("core", 0)],
                // Podman fills in a million where nothing is said, which a machine need not have.
                EngineKind::Podman => {
                    vec![limit("nofile", FILES), limit("core", 0), limit("nproc", USER_PROCESSES)]
                }
            }),
            cap_drop: Some(vec!["ALL".to_owned()]),
            security_opt: Some(vec!["no-new-privileges".to_owned()]),
            privileged: Some(false),
            readonly_rootfs: Some(true),
            tmpfs: Some(self.tmpfs()).filter(|mounts| !mounts.is_empty()),
            network_mode: Some(network_mode(sandbox.network).to_owned()),
            ipc_mode: Some("private".to_owned()),
            mounts: Some(self.mounts()),
            // What it prints is read while it prints: kept by the engine it could fill the disk.
            log_config: Some(HostConfigLogConfig { typ: Some("none".to_owned()), config: None }),
            auto_remove: Some(false),
            ..Default::default()
        }
    }

    /// What lies in memory, with its options.
    fn tmpfs(&self) -> HashMap<String, String> {
        let sandbox = &self.manifest.sandbox;
        let mut mounts = HashMap::new();
        if self.engine == EngineKind::Podman {
            // Podman makes these writable in a container whose root is not.
            let closed = |folder: &&str| ((*folder).to_owned(), "ro,nosuid,nodev,noexec".to_owned());
            mounts.extend(["/tmp", "/run", "/var/tmp"].iter().map(closed));
        }
        if sandbox.writable {
            let size = sandbox.memory.bytes() / 2;
            mounts.insert("/tmp".to_owned(), format!("rw,nosuid,nodev,noexec,size={size},mode=1777"));
        }
        mounts
    }

    fn mounts(&self) -> Vec<Mount> {
        let mut mounts = Vec::new();
        if let Start::Wait { waiter } = &self.start {
            mounts.push(mount(waiter, WAITER, true));
        }
        match self.manifest.sandbox.workspace {
            WorkspaceMount::None => {}
            WorkspaceMount::Ro => mounts.push(mount(self.workspace, WORKSPACE, true)),
            WorkspaceMount::Rw => mounts.push(mount(self.workspace, WORKSPACE, false)),
        }
        mounts
    }
}

fn mount(source: &Path, target: &str, read_only: bool) -> Mount {
    Mount {
        typ: Some(MountType::BIND),
        source: Some(source.to_string_lossy().into_owned()),
        target: Some(target.to_owned()),
        read_only: Some(read_only),
        bind_options: Some(MountBindOptions {
            propagation: Some(MountBindOptionsPropagationEnum::PRIVATE),
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn network_mode(network: ContainerNetwork) -> &'static str {
    network.as_str()
}
