// Everything here loads its own weight when it is first shown: importing it costs next to nothing.
export {
  CodeEditor,
  type CodeEditorHandle,
  type CodeEditorProps,
  FileView,
  type FileViewProps,
  JsonTree,
  type JsonTreeProps,
  MarkdownText,
  type MarkdownTextProps,
  RenderedResult,
  type RenderedResultProps,
  TextDiff,
  type TextDiffProps,
  WorkspacePicture,
  type WorkspacePictureProps,
} from './lazy-parts';
