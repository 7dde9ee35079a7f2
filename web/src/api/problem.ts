import type { components } from './schema';

/** What the server says when something does not work (RFC 9457). */
export type ProblemDocument = components['schemas']['Problem'];

/** A request that did not succeed, with what the server says to do about it. */
export class Problem extends Error {
  readonly status: number;
  readonly document: ProblemDocument;

  constructor(document: ProblemDocument) {
    super(document.detail);
    this.name = 'Problem';
    this.status = document.status;
    this.document = document;
  }

  /** The last part of the problem's `type`, such as `unknown-tool`. */
  get kind(): string {
    return this.document.type.split(':').at(-1) ?? '';
  }

  get hint(): string | undefined {
    return this.document.hint ?? undefined;
  }
}

/** The problem of an answer that is not a success, also where it is no problem document. */
export async function problemOf(response: Response): Promise<Problem> {
  const fallback: ProblemDocument = {
    type: 'urn:pegboard:problem:internal',
    title: 'The server gave no explanation',
    status: response.status,
    detail: `The server answered ${response.status}.`,
    hint: 'Look into the log of the server.',
  };
  try {
    const body: unknown = await response.clone().json();
    if (isDocument(body)) return new Problem(body);
  } catch {
    // Not JSON: something else than Pegboard answered.
  }
  return new Problem(fallback);
}

/** The problem of a request that never got an answer. */
export function unreachable(): Problem {
  return new Problem({
    type: 'urn:pegboard:problem:unreachable-server',
    title: 'Pegboard does not answer',
    status: 0,
    detail: 'The server cannot be reached.',
    hint: 'Look whether it still runs (`make run` or `pegboard serve`). This page goes on by itself.',
  });
}

function isDocument(body: unknown): body is ProblemDocument {
  return typeof body === 'object' && body !== null && 'type' in body && 'detail' in body && 'status' in body;
}
