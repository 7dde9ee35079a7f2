export { useWorkers } from './queries';
