import { useMemo } from 'react';
import type { Schemas } from '@/api/client';
import { Input, TextArea } from '@/components/field';
import { useCall } from '../queries';
import { ChangedThing } from './changed-thing';
import { type OverrideDraft, rendererOf } from './override-draft';
import { useArtifacts } from './queries';
import { RendererEditor } from './renderer-editor';
import { suggestions } from './suggestions';
import { ThreeWay } from './three-way';

type Tool = Schemas['Tool'];

interface Props {
  tool: Tool;
  /** The tool without the user's changes. */
  base: Tool;
  draft: OverrideDraft;
  onDraft: (draft: OverrideDraft) => void;
  callId: string | null;
}

/** Everything that can be changed about a tool. */
export function ChangedThings({ tool, base, draft, onDraft, callId }: Props) {
  const bundle = tool.overrides.bundle;
  const { data: call } = useCall(callId);
  const { data: artifacts = [] } = useArtifacts(tool.toolset_id);
  const expressions = useMemo(() => suggestions(tool.input_schema, call?.result), [tool.input_schema, call]);
  const change = (part: Partial<OverrideDraft>) => onDraft({ ...draft, ...part });
  const says = (inBundle: unknown) =>
    inBundle === undefined || inBundle === null ? 'The tool says: ' : 'The bundle says: ';
  return (
    <>
      <ChangedThing
        title="Name"
        otherwise={says(bundle?.name_override) + base.name}
        changed={draft.name !== null}
        onReset={() => change({ name: null })}
      >
        <Input
          aria-label="Name"
          autoComplete="off"
          value={draft.name ?? base.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <p className="mt-1 text-xs text-muted">For people. Models go on calling it {tool.wire_name}.</p>
      </ChangedThing>
      <ChangedThing
        title="Description"
        otherwise={says(bundle?.description_override) + (base.description || 'nothing')}
        changed={draft.description !== null}
        onReset={() => change({ description: null })}
      >
        <TextArea
          aria-label="Description"
          rows={3}
          className="font-sans"
          value={draft.description ?? base.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <p className="mt-1 text-xs text-muted">For people and models: models choose tools by it.</p>
      </ChangedThing>
      <ChangedThing
        title="Confirmation"
        otherwise={`${says(bundle?.requires_confirmation)}${base.requires_confirmation ? 'ask a person first' : 'just run'}`}
        changed={draft.confirmation !== null}
        onReset={() => change({ confirmation: null })}
      >
        <ThreeWay
          label="Confirmation"
          value={draft.confirmation}
          onChange={(confirmation) => change({ confirmation })}
          words={{ unset: 'As it is', yes: 'Always ask', no: 'Never ask' }}
        />
      </ChangedThing>
      <ChangedThing
        title="Enabled"
        otherwise={`${says(bundle?.enabled)}${base.enabled ? 'on' : 'off'}`}
        changed={draft.enabled !== null}
        onReset={() => change({ enabled: null })}
      >
        <ThreeWay
          label="Enabled"
          value={draft.enabled}
          onChange={(enabled) => change({ enabled })}
          words={{ unset: 'As its toolset', yes: 'On', no: 'Off' }}
        />
      </ChangedThing>
      <ChangedThing
        title="Renderer"
        otherwise={
          <>
            {says(bundle?.renderer)}
            <RendererWords renderer={base.renderer ?? null} renderer_config={base.renderer_config ?? null} />
          </>
        }
        changed={draft.renderer !== null}
        onReset={() => change({ renderer: null })}
      >
        <RendererEditor
          draft={draft.renderer}
          otherwise={rendererOf(bundle)}
          onChange={(renderer) => change({ renderer })}
          expressions={expressions}
          artifacts={artifacts}
        />
      </ChangedThing>
    </>
  );
}

function RendererWords({ renderer, renderer_config: config }: Pick<Tool, 'renderer' | 'renderer_config'>) {
  if (!renderer) return 'none, results show as JSON';
  return (
    <>
      {renderer} <code className="break-all">{JSON.stringify(config ?? {})}</code>
    </>
  );
}
