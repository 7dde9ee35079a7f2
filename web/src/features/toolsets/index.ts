export { toolsetQuery, useToolsets } from './queries';
export { ToolRows } from './tool-rows';
export { ToolsetSwitch } from './toolset-switch';
