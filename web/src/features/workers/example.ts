/** The name of the worker that an empty house offers. */
export const EXAMPLE_NAME = 'reviewer';

/** A worker that every house can run. A test holds it against the server. */
export const EXAMPLE = `---
name: ${EXAMPLE_NAME}
description: Reads a change and says what is wrong with it.
toolsets:
  filesystem: {}
  shell:
    rules:
      - {pattern: "git diff", approval: preApproved}
      - {pattern: "git log", approval: preApproved}
    default: ask
sandbox:
  zones:
    - {path: notes, mode: rw, approval: {write: preApproved, delete: ask}}
limits: {steps: 40}
---
You review changes. Read the difference first, then the files around it. Say what breaks,
where, and what to write instead. Keep your findings in notes/review.md.
`;

/** What the editor of a new worker begins with. */
export function startingText(name: string): string {
  if (name === EXAMPLE_NAME) return EXAMPLE;
  return `---\nname: ${name}\ndescription: What it is for, in one sentence.\ntoolsets:\n  filesystem: {}\n---\nYou …\n`;
}
