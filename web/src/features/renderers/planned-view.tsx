import { lazy } from 'react';
import type { Schemas } from '@/api/client';
import { ProblemNote } from '@/components/problem-note';
import { BoundFile } from './bound-file';
import { CardView } from './card/card-view';
import CodeEditor from './code/code-editor';
import { ContentDocument } from './document/content-document';
import { ErrorView } from './error-view';
import { SandboxFrame } from './frame/sandbox-frame';
import { WebFrame } from './frame/web-frame';
import { PlainResult } from './plain-result';
import type { Plan } from './plan';
import { RawResult } from './raw-result';

const AppView = lazy(() => import('./app/app-view'));

interface Props {
  call: Schemas['Call'];
  plan: Plan;
  /** Whether the plan is not the recorded one. */
  preview: boolean;
}

/** A call's result in the view that its plan names. */
export function PlannedView({ call, plan, preview }: Props) {
  switch (plan.renderer) {
    case 'none':
      return <RawResult call={call} />;
    case 'error':
      return <ErrorView message={plan.message} traceback={plan.traceback} />;
    case 'code':
      if ('file' in plan.source) {
        return (
          <BoundFile call={call} path={plan.source.file} language={plan.language} editable={plan.editable} />
        );
      }
      return <CodeEditor value={plan.source.content} language={plan.language} readOnly label="Result" />;
    case 'document':
      if ('file' in plan.source) {
        return <BoundFile call={call} path={plan.source.file} editable={plan.editable} />;
      }
      return <ContentDocument call={call} text={plan.source.content} />;
    case 'html':
      return (
        <SandboxFrame
          what={{ kind: 'call', call_id: call.id, ...(preview ? { render_plan: htmlPlan(plan) } : {}) }}
          version={null}
          title={`Result of ${call.tool_id}`}
          instead={<RawResult call={call} />}
        />
      );
    case 'frame':
      return <WebFrame url={plan.url} />;
    case 'app':
      return <AppView call={call} instead={<PlainResult call={call} />} />;
    case 'card':
      return <CardView {...plan} />;
    case 'unknown':
      return (
        <div className="flex flex-col gap-3">
          <ProblemNote error={new Error(`The result cannot be shown as planned: ${plan.why}.`)} />
          <RawResult call={call} />
        </div>
      );
  }
}

/** As the server takes it. */
function htmlPlan({ artifact, data }: Plan & { renderer: 'html' }) {
  return { renderer: 'html' as const, config: { artifact, data } };
}
