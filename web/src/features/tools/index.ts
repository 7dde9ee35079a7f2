export { ToolPicker } from './picker/tool-picker';
export { useTool } from './queries';
export { ArgumentsEditor } from './run/arguments-editor';
export { useArguments } from './run/use-arguments';
