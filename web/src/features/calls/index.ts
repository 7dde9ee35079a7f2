export { ArgumentsView } from './arguments-view';
export { DecisionLine } from './decision-line';
export { DenyDialog } from './deny-dialog';
export { PrintedText } from './printed-text';
export { type Remember, RememberChoice, RememberNote } from './remember-choice';
export { ToolFilters } from './tool-filters';
export { ToolName } from './tool-name';
export { useLiveLog } from './use-live-log';
