import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '@/components/skeleton';
import type { CodeEditorHandle, CodeEditorProps } from './code/code-editor';
import type { TextDiffProps } from './diff/text-diff';
import type { MarkdownTextProps } from './document/markdown-text';
import { FailureBoundary } from './failure-boundary';
import type { FileViewProps } from './file/file-view';
import type { WorkspacePictureProps } from './file/workspace-picture';
import type { JsonTreeProps } from './json/json-tree';
import type { RenderedResultProps } from './rendered-result';

export type {
  CodeEditorHandle,
  CodeEditorProps,
  FileViewProps,
  JsonTreeProps,
  MarkdownTextProps,
  RenderedResultProps,
  TextDiffProps,
  WorkspacePictureProps,
};

const LazyCodeEditor = lazy(() => import('./code/code-editor'));
const LazyFileView = lazy(() => import('./file/file-view'));
const LazyJsonTree = lazy(() => import('./json/json-tree'));
const LazyMarkdownText = lazy(() => import('./document/markdown-text'));
const LazyRenderedResult = lazy(() => import('./rendered-result'));
const LazyTextDiff = lazy(() => import('./diff/text-diff'));
const LazyWorkspacePicture = lazy(() =>
  import('./file/workspace-picture').then((part) => ({ default: part.WorkspacePicture })),
);

/** A text in an editor. `language` is a name such as `python`, or a file's name. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Part>
      <LazyCodeEditor {...props} />
    </Part>
  );
}

/** A workspace file in the view that fits it. Without `manifestId` it is the present one, and can be edited. */
export function FileView(props: FileViewProps) {
  return (
    <Part>
      <LazyFileView {...props} />
    </Part>
  );
}

/** A value as a tree that unfolds. Millions of entries stay smooth: only what is seen is drawn. */
export function JsonTree(props: JsonTreeProps) {
  return (
    <Part>
      <LazyJsonTree {...props} />
    </Part>
  );
}

/** What somebody said in Markdown. It stands there as it was written until it can be drawn. */
export function MarkdownText(props: MarkdownTextProps) {
  const plain = <p className="leading-[1.6] break-words whitespace-pre-wrap">{props.text}</p>;
  return (
    <FailureBoundary>
      <Suspense fallback={plain}>
        <LazyMarkdownText {...props} />
      </Suspense>
    </FailureBoundary>
  );
}

/** What a call led to, shown as its render plan says; the raw result is always within reach. */
export function RenderedResult(props: RenderedResultProps) {
  return (
    <Part>
      <LazyRenderedResult {...props} />
    </Part>
  );
}

/** Two texts compared, one above the other or side by side. */
export function TextDiff(props: TextDiffProps) {
  return (
    <Part>
      <LazyTextDiff {...props} />
    </Part>
  );
}

/** A picture of the workspace: an image to the browser, whatever is in it. */
export function WorkspacePicture(props: WorkspacePictureProps) {
  return (
    <Part>
      <LazyWorkspacePicture {...props} />
    </Part>
  );
}

function Part({ children }: { children: ReactNode }) {
  return (
    <FailureBoundary>
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>{children}</Suspense>
    </FailureBoundary>
  );
}
