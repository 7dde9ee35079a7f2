export { BuildMark } from './build-mark';
export { ImageRoom } from './image-room';
