export { ServerList } from './server-list';
