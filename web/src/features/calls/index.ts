export { DenyDialog } from './deny-dialog';
export { kindWords } from './failure-kinds';
export { PrintedText } from './printed-text';
export { StatusIcon } from './status-icon';
export { ToolName } from './tool-name';
export { useLiveLog } from './use-live-log';
