import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';

export type Model = Schemas['Model'];
export type ModelRequest = Schemas['ModelRequest'];
export type ModelTest = Schemas['ModelTest'];

/** The language models that can be asked, the oldest first. */
export function useModels() {
  return useQuery({
    queryKey: keys.models,
    queryFn: () => got(api.GET('/models')),
    select: ({ models }) => models,
  });
}

/** Keeps a model under a name, in place of the one of that name. */
export function usePutModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, body }: { name: string; body: ModelRequest }) =>
      got(api.PUT('/models/{name}', { params: { path: { name } }, body })),
    onSuccess: (model) => {
      tell(`The model “${model.name}” is kept.`);
      return client.invalidateQueries({ queryKey: keys.models });
    },
  });
}

export function useRemoveModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => got(api.DELETE('/models/{name}', { params: { path: { name } } })),
    onSuccess: (_, name) => {
      tell(`The model “${name}” is removed, and its key with it.`);
      return client.invalidateQueries({ queryKey: keys.models });
    },
    onError: tellProblem,
  });
}

export function useDefaultModel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => got(api.POST('/models/{name}/default', { params: { path: { name } } })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.models }),
    onError: tellProblem,
  });
}

/** Asks a model for one word. */
export function useTestModel(name: string) {
  return useMutation({
    mutationFn: () => got(api.POST('/models/{name}/test', { params: { path: { name } } })),
  });
}
