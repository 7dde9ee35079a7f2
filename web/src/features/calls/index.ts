export { ArgumentsView } from './arguments-view';
export { DenyDialog } from './deny-dialog';
export { PrintedText } from './printed-text';
export { ToolFilters } from './tool-filters';
export { ToolName } from './tool-name';
export { useLiveLog } from './use-live-log';
