export { contentsOf, counted } from './contents';
export { toolsetQuery, useSwitchToolset, useTools, useToolsets } from './queries';
export { ToolsetSwitch } from './toolset-switch';
