//! Every limit, by a tool that attacks it.

use std::fs;

use pegboard_testkit::containers::Containers;
use pegboard_testkit::{House, on_each_engine};
use serde_json::json;

use crate::{attack, called, containers_of, failure, running, said, text, tool, wait_for_image};

on_each_engine!(
    async fn memory_and_files_are_bounded(engine: Containers) {
        let allocate = "exec python3 -c 'x = bytearray(300 << 20); print(\"{}\")'\n";
        let call = attack(&engine, "hungry", json!({}), allocate).await;
        let (kind, message) = failure(&call);
        assert_eq!(kind, "crashed");
        assert!(message.contains("more than its 256m of memory"), "{message}");

        let write = said(
            "touch /x || touch /etc/x || touch /usr/x || touch /tmp/x || touch /run/x || (mkdir -p /var/tmp; touch /var/tmp/x)",
        );
        let call = attack(&engine, "scribe", json!({}), &write).await;
        assert_eq!(text(&call).matches("Read-only file system").count(), 6, "{call:#}");

        let sandbox = json!({"sandbox": {"network": "none", "writable": true, "memory": "32m"}});
        let fill = said(
            "touch /tmp/x && touch /x; cp /bin/true /tmp/run && /tmp/run; head -c 100M /dev/zero >/tmp/big",
        );
        let call = attack(&engine, "filler", sandbox, &fill).await;
        let said = text(&call);
        for wanted in ["Read-only file system", "/tmp/run: Permission denied", "No space left on device"] {
            assert!(said.contains(wanted), "{said}");
        }
    }
);

on_each_engine!(
    async fn network_and_privileges_are_taken_away(engine: Containers) {
        let reach = said("ls /sys/class/net; exec 3<>/dev/tcp/192.0.2.1/80");
        let call = attack(&engine, "caller", json!({}), &reach).await;
        assert!(text(&call).contains("Network is unreachable"), "{call:#}");
        assert!(!text(&call).contains("eth0"), "{call:#}");

        let capabilities = said(
            "chown 65534 /run.sh; mknod /tmp/x c 1 3; chroot / true; mount -t tmpfs x /mnt; cat /proc/self/status | grep Cap",
        );
        let call = attack(
            &engine,
            "mighty",
            json!({"sandbox": {"network": "none", "writable": true}}),
            &capabilities,
        )
        .await;
        let said_of = text(&call);
        assert!(
            said_of.contains("CapBnd:\t0000000000000000") && said_of.contains("CapEff:\t0000000000000000"),
            "{said_of}"
        );

        // A program with the setuid bit, called by somebody else, stays who called it.
        let folder = tempfile::tempdir().unwrap();
        let house = House::start().with_containers(&engine).await;
        let made = tool(
            folder.path(),
            "climber",
            &json!({}),
            &said("/usr/local/bin/rootid -u; grep NoNewPrivs /proc/self/status"),
        );
        let dockerfile = "FROM alpine:3.19\nRUN cp /usr/bin/id /usr/local/bin/rootid && chmod 4755 /usr/local/bin/rootid\n\
                          COPY run.sh /run.sh\nUSER nobody\nENTRYPOINT [\"bash\", \"/run.sh\"]\n";
        fs::write(made.join("Dockerfile"), dockerfile).unwrap();
        house.import_folder(&made).await.ok();
        let call = called(&house, "climber", json!({})).await;
        assert_eq!(text(&call), "0 65534\nNoNewPrivs:\t1", "{call:#}");

        let sandbox = json!({"sandbox": {"network": "host"}});
        let call = attack(&engine, "hostly", sandbox, &said("true")).await;
        let (kind, message) = failure(&call);
        assert_eq!(kind, "unavailable");
        assert!(message.contains("--allow-host-network"), "{message}");
    }
);

on_each_engine!(
    async fn time_and_output_are_bounded_and_bad_output_is_named(engine: Containers) {
        let slow = json!({"constraints": {"timeout_seconds": 2}});
        let call = attack(&engine, "slow", slow, "echo soon >&2; sleep 20\n").await;
        let (kind, message) = failure(&call);
        assert_eq!(kind, "timeout");
        assert!(message.starts_with("Timed out after 2s"), "{message}");
        assert!(call["log"].as_str().unwrap().contains("soon"), "{call:#}");

        let call = attack(&engine, "chatty", json!({}), "head -c 1G /dev/zero\n").await;
        assert_eq!(failure(&call).0, "too_large", "{call:#}");
        let call = attack(
            &engine,
            "grumbler",
            json!({}),
            "head -c 200M /dev/zero | tr '\\0' 'x' >&2; echo the end >&2; echo '{\"text\": \"done\"}'\n",
        )
        .await;
        assert_eq!(text(&call), "done");
        assert!(call["log"].as_str().unwrap().len() < 1 << 20, "the middle is left out");

        for (name, script, kind, message) in [
            ("silent", "true\n", "not_json", "printed nothing"),
            ("babbler", "echo hello\n", "not_json", "not one JSON object"),
            ("lister", "echo '[1]'\n", "not_json", "no object"),
            ("doubler", "echo '{}{}'\n", "not_json", "not one JSON object"),
            ("numbers", "echo '{\"text\": 1}'\n", "not_json", "`text` that is not a text"),
            ("quitter", "echo why >&2; exit 3\n", "raised", "exit code 3"),
            ("honest", "echo '{\"error\": \"no such city\"}'; exit 1\n", "raised", "no such city"),
            ("mild", "echo '{\"error\": \"no such city\", \"text\": \"x\"}'\n", "raised", "no such city"),
        ] {
            let call = attack(&engine, name, json!({}), script).await;
            let (found, said) = failure(&call);
            assert_eq!(found, kind, "{name}: {call:#}");
            assert!(said.contains(message), "{name}: {said}");
            if name == "quitter" {
                assert!(call["error"]["detail"].as_str().unwrap().contains("why"), "{call:#}");
            }
        }
    }
);

/// Starts processes until it may not, and says how many of its own there were then and why there were no more.
const FORKS: &str = r#"exec python3 -c '
import errno, json, os, time
started = 0
try:
    while started < 10000:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        started += 1
    why = "nothing"
except OSError as error:
    why = errno.errorcode[error.errno]
print(json.dumps({"text": f"{started} {why}"}))
'
"#;

on_each_engine!(
    async fn a_fork_bomb_reaches_its_limit_and_nobody_else_suffers(engine: Containers) {
        // The tool itself is the 64th.
        assert_eq!(text(&attack(&engine, "forker", json!({}), FORKS).await), "63 EAGAIN");

        let folder = tempfile::tempdir().unwrap();
        let house = House::start().with_containers(&engine).await;
        let bounds = json!({"constraints": {"timeout_seconds": 8}});
        house
            .import_folder(&tool(folder.path(), "bomb", &bounds, "b() { b | b & }; b; sleep 60\n"))
            .await
            .ok();
        house.import_folder(&tool(folder.path(), "calm", &json!({}), &said("echo calm"))).await.ok();
        wait_for_image(&house, "bomb").await;
        wait_for_image(&house, "calm").await;
        let beside = async {
            let id = running(&engine, "label=pegboard.tool=bomb:bomb").await;
            let most = most_processes(&engine, &id);
            assert!((60..=64).contains(&most), "{most} processes");
            text(&called(&house, "calm", json!({})).await).to_owned()
        };
        let other_chat = house.chat("bomb").await;
        let (bomb, calm) = tokio::join!(house.call(&other_chat, "bomb", json!({})), beside);
        assert_eq!(calm, "0 calm");
        assert_eq!(failure(&bomb).0, "timeout", "{bomb:#}");
        assert_eq!(containers_of(&engine, &house), "", "none of its processes is left");
    }
);

/// The most processes that a container is seen with, until it has about as many as it may.
fn most_processes(engine: &Containers, id: &str) -> usize {
    let mut most = 0;
    for _ in 0..40 {
        let seen = engine.docker(&["stats", "--no-stream", "--format", "{{.PIDs}}", id]);
        most = most.max(seen.parse().unwrap_or(0));
        if most >= 60 {
            break;
        }
    }
    most
}
