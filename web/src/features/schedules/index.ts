export { ToolSchedule } from './tool-schedule';
