export { ModelsCard } from './models-card';
export { type Model, useModels } from './queries';
