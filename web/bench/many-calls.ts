import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Server } from '../tests/house';

// One real call, copied with other ids and times: calling a tool ten thousand times would be a bench of tools.
const copies = `
import sqlite3, sys, datetime, random
path, call, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
house = sqlite3.connect(path, timeout=30)
house.row_factory = sqlite3.Row
row = dict(house.execute("SELECT * FROM tool_calls WHERE id = ?", (call,)).fetchone())
now = datetime.datetime.now(datetime.timezone.utc)
rows = []
for back in range(1, count):
    at = now - datetime.timedelta(seconds=60 * back)
    ms = int(at.timestamp() * 1000)
    raw = (ms << 80) | (7 << 76) | (random.getrandbits(12) << 64) | (2 << 62) | random.getrandbits(62)
    text = f"{raw:032x}"
    stamp = at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    copy = dict(row, id="-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:])),
                created_at=stamp, started_at=stamp, finished_at=stamp)
    rows.append(tuple(copy.values()))
marks = ",".join("?" * len(row))
with house:
    house.executemany(f"INSERT INTO tool_calls ({','.join(row)}) VALUES ({marks})", rows)
`;

/** Makes `count` calls of one, a minute apart. The server goes on meanwhile. */
export function manyCalls(server: Server, call: string, count: number): void {
  execFileSync('python3', ['-c', copies, join(server.data, 'pegboard.db'), call, String(count)]);
}
