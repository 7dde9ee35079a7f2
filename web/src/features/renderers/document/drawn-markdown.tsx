import type { Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { memo, useMemo, useState } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import type { FileRef } from '../file/file-ref';
import { LeaveDialog } from './leave-dialog';
import { markdownParts } from './markdown-parts';

/** The elements of a text that was read. */
export const DrawnMarkdown = memo(function DrawnMarkdown({ tree, file }: { tree: Root; file: FileRef }) {
  const [asked, setAsked] = useState<string | null>(null);
  const { chatId, path, manifestId } = file;
  const drawn = useMemo(() => {
    const components = markdownParts({ chatId, path, manifestId }, setAsked);
    return toJsxRuntime(tree, { Fragment, jsx, jsxs, components, ignoreInvalidStyle: true });
  }, [tree, chatId, path, manifestId]);
  return (
    <>
      {drawn}
      <LeaveDialog url={asked} onClose={() => setAsked(null)} />
    </>
  );
});
