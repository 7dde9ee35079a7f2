export { ConfigMark } from './config-mark';
export { ConfigCard, MissingConfig } from './lazy-parts';
