export { ArgumentsView } from './arguments-view';
export { type Choice, toolChoices, toolsetChoices } from './choices';
export { DenyDialog } from './deny-dialog';
export { Filter } from './filter';
export { PrintedText } from './printed-text';
export { ToolName } from './tool-name';
export { useLiveLog } from './use-live-log';
