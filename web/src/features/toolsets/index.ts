export { toolsetQuery, useToolsets } from './queries';
export { ToolsetSwitch } from './toolset-switch';
