import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Boxes, Plug, Wrench } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Schemas } from '@/api/client';
import { classNames } from '@/components/class-names';
import { ProviderIcon } from '@/components/provider-icon';
import { ToolMarks } from '../marks';
import type { Row } from './rows';

export interface ToolListHandle {
  focusFirst: () => void;
}

/** About how high a line is before it is measured, in pixels. */
const TOOL_PX = 68;
const SOURCE_PX = 52;

/** The tools below their sources. Only what can be seen is in the document, so thousands scroll like ten. */
export function ToolList({ rows, ref }: { rows: readonly Row[]; ref?: Ref<ToolListHandle> }) {
  const frame = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(frame.current?.offsetTop ?? 0), []);

  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.type === 'tool' ? TOOL_PX : SOURCE_PX),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    scrollMargin: top,
  });

  const focus = (index: number) => {
    virtual.scrollToIndex(index, { align: 'auto' });
    // The line may only be drawn after the scroll.
    requestAnimationFrame(() => {
      frame.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`)?.focus();
    });
  };
  const next = (from: number, step: 1 | -1) => {
    for (let index = from + step; index >= 0 && index < rows.length; index += step) {
      if (rows[index]?.type === 'tool') return index;
    }
    return null;
  };
  useImperativeHandle(ref, () => ({
    focusFirst: () => {
      const first = next(-1, 1);
      if (first !== null) focus(first);
    },
  }));
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (step === null || !row) return;
    const to = next(Number(row.dataset.row), step);
    if (to === null) return;
    event.preventDefault();
    focus(to);
  };

  return (
    <ul
      ref={frame}
      aria-label="Tools"
      onKeyDown={move}
      className="relative"
      style={{ height: `${virtual.getTotalSize()}px` }}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <li
            key={key}
            data-index={index}
            data-row={index}
            ref={virtual.measureElement}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            {row.type === 'source' ? (
              <SourceHeading group={row.group} shown={row.shown} />
            ) : (
              <ToolLine
                tool={row.tool}
                first={rows[index - 1]?.type !== 'tool'}
                last={rows[index + 1]?.type !== 'tool'}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const kindIcons = { builtin: Wrench, toolset: Boxes, mcp_server: Plug };
const kindWords = { builtin: '', toolset: 'Toolset', mcp_server: 'MCP server' };

// Scrolling draws the list anew for each frame; a line that stays is not drawn with it.
const SourceHeading = memo(function SourceHeading({
  group,
  shown,
}: {
  group: Schemas['ToolGroup'];
  shown: number;
}) {
  const kind = group.kind in kindIcons ? (group.kind as keyof typeof kindIcons) : 'toolset';
  const Icon = kindIcons[kind];
  return (
    <div className="flex items-baseline gap-2 pt-5 pb-2">
      <Icon aria-hidden size={15} className="self-center text-muted" />
      <h2 className="text-sm font-semibold">
        {kind === 'toolset' ? (
          <Link to="/toolsets/$toolsetId" params={{ toolsetId: group.source }} className="hover:underline">
            {group.name}
          </Link>
        ) : (
          group.name
        )}
      </h2>
      <span className="text-xs text-muted">
        {[kindWords[kind], shown === 1 ? '1 tool' : `${shown} tools`].filter(Boolean).join(' · ')}
      </span>
    </div>
  );
});

const ToolLine = memo(function ToolLine({
  tool,
  first,
  last,
}: {
  tool: Schemas['Tool'];
  first: boolean;
  last: boolean;
}) {
  return (
    <Link
      to="/tools/$toolId"
      params={{ toolId: tool.id }}
      className={classNames(
        'flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border border-b-0 border-line bg-surface px-4 py-3 hover:bg-sunken',
        first && 'rounded-t-lg',
        last && 'rounded-b-lg !border-b',
      )}
    >
      <span className="min-w-0 flex-1 basis-64">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="self-center">
            <ProviderIcon provider={tool.provider} size={14} />
          </span>
          <span className="text-sm font-medium">{tool.name}</span>
          <code className="text-xs break-all text-muted">{tool.id}</code>
        </span>
        <span className="mt-0.5 line-clamp-1 text-sm text-muted">
          {tool.problem ?? (tool.description || 'No description')}
        </span>
      </span>
      <ToolMarks tool={tool} />
    </Link>
  );
});
