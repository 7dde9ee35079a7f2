/** What the editor offers to begin with. A test holds it against the server. */
export const EXAMPLE = `# Each key is a toolset: preApproved runs, ask waits for a person, blocked never runs.
toolsets:
  shell:
    rules:
      - pattern: "git "
        approval: preApproved
        match: ["git status", "git log -3"]
        not_match: ["git -c core.pager=x log"]
      - {pattern: "git push", approval: ask}
    default: ask
  filesystem:
    zones:
      - {path: docs, mode: rw, approval: {write: preApproved, delete: ask}}
      - {path: docs/published, mode: ro}
`;
